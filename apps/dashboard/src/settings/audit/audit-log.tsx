import { Download } from 'lucide-react'
import { useState } from 'react'
import { useCall } from '../../api/queries.ts'
import { Button } from '../../components/buttons/button.tsx'
import { DataTable } from '../../components/table/data-table.tsx'
import type { Column } from '../../components/table/columns.ts'
import { EmptyState } from '../../components/page/empty-state.tsx'
import { DateTime } from '../../components/values/moments.tsx'
import { PageHeader } from '../../components/page/page-header.tsx'
import { Select } from '../../components/forms/select-field.tsx'
import { SearchBox, Toolbar } from '../../components/page/toolbar.tsx'
import { useSearchParams } from '../../search-params/use-search-params.ts'
import { auditSearch } from './entry.ts'
import type { Entry } from './entry.ts'
import { EntryDrawer } from './entry-drawer.tsx'
import { exportLog } from './export-log.ts'

const columns: readonly Column<Entry>[] = [
  { id: 'action', header: 'Action', cell: ({ action }) => <span className="font-mono text-meta">{action}</span> },
  { id: 'target', header: 'What', cell: ({ target }) => target ?? '–', from: 'md' },
  { id: 'actor', header: 'Who', cell: ({ actor }) => actor, from: 'sm' },
  { id: 'ip', header: 'From', cell: ({ ip }) => <span className="font-mono text-meta">{ip ?? '–'}</span>, from: 'lg' },
  { id: 'environment', header: 'Workspace', cell: ({ environment }) => environment ?? '–', from: 'lg' },
  { id: 'at', header: 'When', cell: ({ at }) => <DateTime value={at} />, align: 'right' },
]

const kinds = [
  { value: 'session', label: 'Sign-ins' },
  { value: 'password', label: 'Passwords' },
  { value: 'two_factor', label: 'Second factor' },
  { value: 'member', label: 'Members' },
  { value: 'key', label: 'API keys' },
  { value: 'webhook', label: 'Webhooks' },
  { value: 'account', label: 'Account' },
]

export function AuditLog() {
  const { search, setSearch, setFilter } = useSearchParams(auditSearch)
  const { action, actor, cursor, peek } = search
  const { data, error, refetch, isPlaceholderData } = useCall('GET /audit', { query: { action, actor, cursor } })
  const [isBusy, setBusy] = useState(false)
  const download = () => {
    setBusy(true)
    void exportLog({ action, actor }).finally(() => setBusy(false))
  }
  return (
    <>
      <PageHeader
        title="Audit log"
        description="Who did what in this account, and from where. Nobody can change it."
        actions={
          <Button icon={<Download className="size-3.5" />} isBusy={isBusy} onClick={download}>
            Export CSV
          </Button>
        }
      />
      <Toolbar>
        <Select
          aria-label="Action"
          className="w-40"
          empty="Any action"
          options={kinds}
          value={action ?? ''}
          onChange={(event) => setFilter({ action: event.target.value })}
        />
        <SearchBox label="Email address of who" value={actor} onChange={(value) => setFilter({ actor: value })} />
      </Toolbar>
      <DataTable
        label="Audit log"
        columns={columns}
        rows={data?.data}
        page={data}
        error={error}
        onRetry={() => void refetch()}
        isStale={isPlaceholderData}
        rowId={({ id }) => id}
        rowName={(entry) => `${entry.action} by ${entry.actor}`}
        onOpen={({ id }) => setSearch({ peek: String(id) })}
        openId={peek}
        empty={<EmptyState>Nothing here for this filter.</EmptyState>}
      />
      <EntryDrawer
        entry={data?.data.find(({ id }) => String(id) === peek)}
        onClose={() => setSearch({ peek: undefined })}
      />
    </>
  )
}

import { Download } from 'lucide-react'
import { useState } from 'react'
import { useCall } from '../../api/queries.ts'
import { saveFile } from '../../api/save-file.ts'
import { Button } from '../../components/buttons/button.tsx'
import { Drawer } from '../../components/overlays/drawer.tsx'
import { toast, toastError } from '../../components/overlays/toast.tsx'
import { EmptyState } from '../../components/page/empty-state.tsx'
import { PageHeader } from '../../components/page/page-header.tsx'
import type { Column } from '../../components/table/columns.ts'
import { Facts } from '../../components/values/facts.tsx'
import { titled } from '../../components/values/formats.ts'
import { JsonView } from '../../components/values/json-view.tsx'
import { DateTime } from '../../components/values/moments.tsx'
import { RecordList } from '../../records/list/record-list.tsx'
import { useSearchParams } from '../../search-params/use-search-params.ts'
import { auditSearch } from './entry.ts'
import type { Entry } from './entry.ts'

/** Truncates a column, because the drawer has the full text. */
const cut = (text: string | null, width: string) => (
  <span className={`block truncate ${width}`} title={text ?? undefined}>
    {text ?? '–'}
  </span>
)

const columns: readonly Column<Entry>[] = [
  {
    id: 'action',
    header: 'Action',
    cell: ({ action }) => <span title={action}>{actionText(action)}</span>,
    under: { until: 'sm', say: ({ target, actor }) => [target, actor].filter(Boolean).join(' · ') },
  },
  { id: 'target', header: 'What', cell: ({ target }) => cut(target, 'max-w-[19ch]'), from: 'md' },
  { id: 'actor', header: 'Who', cell: ({ actor }) => cut(actor, 'max-w-[19ch]'), from: 'sm' },
  { id: 'ip', header: 'IP address', cell: ({ ip }) => cut(ip, 'max-w-[15ch] font-mono text-meta'), from: 'lg' },
  { id: 'environment', header: 'Workspace', cell: ({ environment }) => environment ?? '–', from: 'lg' },
  { id: 'at', header: 'When', cell: ({ at }) => <DateTime value={at} />, align: 'right' },
]

const kinds = [
  { value: 'session', label: 'Sign-ins' },
  { value: 'password', label: 'Passwords' },
  { value: 'two_factor', label: 'Two-factor authentication' },
  { value: 'member', label: 'Members' },
  { value: 'key', label: 'API keys' },
  { value: 'webhook', label: 'Webhooks' },
  { value: 'account', label: 'Account' },
  { value: 'matter', label: 'Matters' },
  { value: 'client', label: 'Clients' },
  { value: 'time_entry', label: 'Time' },
  { value: 'expense', label: 'Expenses' },
  { value: 'document', label: 'Documents' },
  { value: 'lead', label: 'Leads' },
  { value: 'invoice', label: 'Invoices' },
  { value: 'credit_note', label: 'Credit notes' },
  { value: 'payment', label: 'Payments' },
  { value: 'refund', label: 'Refunds' },
  { value: 'rate', label: 'Rates' },
  { value: 'firm', label: 'Firm' },
]

/** `member.role_changed` → `Member role changed` */
const actionText = (action: string) => titled(action.replaceAll(/[._]/g, ' '))

export function AuditLog() {
  const params = useSearchParams(auditSearch)
  const { action, actor, cursor, peek } = params.search
  const list = useCall('GET /audit', { query: { action, actor, cursor } })
  const [isBusy, setBusy] = useState(false)
  const download = () => {
    setBusy(true)
    void exportLog({ action, actor }).finally(() => setBusy(false))
  }
  return (
    <>
      <PageHeader
        title="Audit log"
        description="Actions in this account, each with the member or API key, the time and the IP address. Entries cannot be changed."
        actions={
          <Button icon={<Download className="size-3.5" />} isBusy={isBusy} onClick={download}>
            Export CSV
          </Button>
        }
      />
      <RecordList
        label="Audit log"
        {...{ params, list, columns }}
        filters={[
          { name: 'action', label: 'Action', options: kinds, width: 'w-40' },
          { name: 'actor', label: 'Email or API key' },
        ]}
        rowId={({ id }) => id}
        rowName={(entry) => `${entry.action} by ${entry.actor}`}
        onOpen={({ id }) => params.setSearch({ peek: String(id) })}
        openId={peek}
        empty={<EmptyState>No entries match these filters.</EmptyState>}
      />
      <EntryDrawer
        entry={list.data?.data.find(({ id }) => String(id) === peek)}
        onClose={() => params.setSearch({ peek: undefined })}
      />
    </>
  )
}

/** Saves the entries that match the filters as a CSV file. */
async function exportLog(filter: Readonly<Record<string, string | undefined>>): Promise<void> {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(filter)) if (value) query.set(name, value)
  try {
    await saveFile('POST', `/dash/v1/audit/export?${query}`, 'audit-log.csv')
    toast('Exported')
  } catch (error) {
    toastError(error)
  }
}

interface EntryDrawerProps {
  readonly entry: Entry | undefined
  readonly onClose: () => void
}

function EntryDrawer({ entry, onClose }: EntryDrawerProps) {
  return (
    <Drawer open={entry !== undefined} onClose={onClose} title={entry?.action}>
      {entry && (
        <div className="flex flex-col gap-4">
          <Facts
            facts={[
              { label: 'When', value: <DateTime value={entry.at} /> },
              { label: 'Who', value: entry.actor },
              { label: 'What', value: entry.target },
              { label: 'Workspace', value: entry.environment },
              { label: 'IP address', value: entry.ip },
              { label: 'Browser', value: entry.user_agent },
            ]}
          />
          <JsonView value={entry.details} label="Details" />
        </div>
      )}
    </Drawer>
  )
}

import { useState } from 'react'
import { useCall } from '../../api/queries.ts'
import { useCan, useSession } from '../../api/session.ts'
import { codeOfCommand } from '../../code/code-of-call.ts'
import { firstCall } from '../../code/first-call.ts'
import { NewButton } from '../../components/buttons/new-button.tsx'
import { SecretDialog } from '../../components/overlays/secret-dialog.tsx'
import { EmptyState } from '../../components/page/empty-state.tsx'
import { PageHeader } from '../../components/page/page-header.tsx'
import type { Column } from '../../components/table/columns.ts'
import { DataTable } from '../../components/table/data-table.tsx'
import { titled } from '../../components/values/formats.ts'
import { DateTime } from '../../components/values/moments.tsx'
import { environment } from '../../environment.ts'
import { useSearchParams } from '../../search-params/use-search-params.ts'
import { KeyState, LastUsed, MadeBy } from './key-state.tsx'
import { keyListSearch } from './key.ts'
import type { Key } from './key.ts'
import { NewKeyDialog } from './new-key-dialog.tsx'
import { describeScopes } from './scopes.ts'

const columns: readonly Column<Key>[] = [
  { id: 'name', header: 'Name', cell: ({ name }) => name },
  { id: 'state', header: 'State', cell: (key) => <KeyState value={key} /> },
  {
    id: 'scopes',
    header: 'Scopes',
    from: 'md',
    cell: ({ scopes }) => <span className="block max-w-72 truncate">{describeScopes(scopes)}</span>,
  },
  { id: 'tier', header: 'Tier', cell: ({ rate_tier: tier }) => titled(tier), from: 'lg' },
  { id: 'by', header: 'Created by', cell: (key) => <MadeBy value={key} />, from: 'lg' },
  { id: 'used', header: 'Last used', cell: (key) => <LastUsed value={key} />, from: 'sm' },
  {
    id: 'expires',
    header: 'Expires',
    from: 'lg',
    cell: ({ expires_at: at }) => (at ? <DateTime value={at} /> : <span className="text-muted">never</span>),
  },
]

export function KeyList() {
  const { search, setSearch } = useSearchParams(keyListSearch)
  const [made, setMade] = useState<string>()
  const list = useCall('GET /keys', {})
  const can = useCan()
  const { public_url: publicUrl, account } = useSession()
  const open = () => setSearch({ new: '1' })
  const close = () => setSearch({ new: undefined, scopes: undefined })
  const button = (tone: 'primary' | 'secondary') =>
    can('keys:write') && (
      <NewButton tone={tone} onClick={open}>
        New API key
      </NewButton>
    )
  return (
    <>
      <PageHeader
        title="API keys"
        description={`API keys let other programs read and write the ${environment} workspace.`}
        actions={button('primary')}
      />
      <DataTable
        label="API keys"
        columns={columns}
        rows={list.data?.keys}
        error={list.error}
        onRetry={() => void list.refetch()}
        rowId={({ id }) => id}
        rowName={({ name }) => name}
        rowLink={({ id }) => ({ to: '/dev/keys/$id', params: { id: String(id) } })}
        empty={
          <EmptyState
            action={button('secondary')}
            snippet={codeOfCommand('keys create', account, { name: 'CRM sync' })}
          >
            A program needs an API key to read and write records. The {environment} workspace has no API keys yet.
          </EmptyState>
        }
      />
      <NewKeyDialog
        open={search.new !== undefined}
        onClose={close}
        scopes={search.scopes?.split(',')}
        onMade={(key) => {
          close()
          setMade(key)
        }}
      />
      {made !== undefined && (
        <SecretDialog
          title="Your new API key"
          what="API key"
          secret={made}
          snippet={firstCall(publicUrl, made)}
          onClose={() => setMade(undefined)}
        />
      )}
    </>
  )
}

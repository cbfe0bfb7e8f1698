import { Link } from '@tanstack/react-router'
import type { Answer } from '../../api/contract.ts'
import type { Column } from '../../components/table/columns.ts'
import { DataTable } from '../../components/table/data-table.tsx'
import { formatCount } from '../../components/values/formats.ts'
import { Ago } from '../../components/values/moments.tsx'
import { Panel } from '../../components/page/panel.tsx'

export type Use = Answer<'GET /keys/{id}'>['uses'][number]

const columns: readonly Column<Use>[] = [
  {
    id: 'operation',
    header: 'Operation',
    cell: ({ operation }) => <code className="font-mono text-meta">{operation}</code>,
  },
  { id: 'calls', header: 'Calls', align: 'right', cell: ({ calls }) => formatCount(calls) },
  {
    id: 'failed',
    header: 'Refused',
    align: 'right',
    cell: ({ failed }) => (failed > 0 ? <span className="text-bad">{formatCount(failed)}</span> : '0'),
  },
  { id: 'last', header: 'Last call', align: 'right', from: 'sm', cell: ({ last_at: at }) => <Ago value={at} /> },
]

/** The operations that the key is used for. */
export function KeyUses({ id, uses }: { readonly id: number; readonly uses: readonly Use[] }) {
  return (
    <Panel
      title="Calls in the last 7 days"
      description="If you revoke this API key, these calls fail."
      actions={
        <Link to="/dev/logs" search={{ key: String(id) }} className="link text-table">
          All requests
        </Link>
      }
    >
      <DataTable
        label="Operations"
        columns={columns}
        rows={uses}
        rowId={({ operation }) => operation}
        empty={<p className="text-table text-muted">No calls with this API key in the last 7 days.</p>}
      />
    </Panel>
  )
}

import type { RecordOf } from '../api/contract.ts'
import { useCall } from '../api/queries.ts'
import { classNames } from '../components/class-names.ts'
import { Panel } from '../components/page/panel.tsx'
import type { Column } from '../components/table/columns.ts'
import { DataTable } from '../components/table/data-table.tsx'
import { formatBytes, formatCount } from '../components/values/formats.ts'

type Part = RecordOf<'GET /storage'>['parts'][number]

const kinds: Readonly<Record<Part['kind'], string>> = {
  documents: 'Documents',
  logos: 'Logos',
  mails: 'Emails',
  records: 'Records',
  events: 'Events and deliveries',
  request_log: 'Request log',
  stored_answers: 'Stored idempotent responses',
}

const columns: readonly Column<Part>[] = [
  { id: 'kind', header: 'Kind', cell: ({ kind }) => kinds[kind] },
  { id: 'environment', header: 'Workspace', cell: ({ environment }) => (environment === 'live' ? 'Live' : 'Test') },
  { id: 'rows', header: 'Entries', cell: ({ rows }) => formatCount(rows), align: 'right', from: 'sm' },
  { id: 'bytes', header: 'Size', cell: ({ bytes }) => formatBytes(bytes), align: 'right' },
]

/** The storage of the account in both workspaces, and its limit. */
export function StoragePanel() {
  const { data, error, refetch } = useCall('GET /storage', {})
  return (
    <Panel
      title="Storage"
      description="Storage used by both workspaces of this account. Documents, logos and emails are counted at each change, records and events once an hour."
    >
      <div className="flex flex-col gap-4">
        {data && <Used {...data.data} />}
        <DataTable
          label="Storage by kind"
          columns={columns}
          rows={data?.data.parts}
          error={error}
          onRetry={() => void refetch()}
          rowId={({ kind, environment }) => `${kind} ${environment}`}
          rowName={({ kind, environment }) => `${kinds[kind]}, ${environment}`}
          empty={<p className="text-table text-muted">This account stores nothing yet.</p>}
        />
      </div>
    </Panel>
  )
}

function Used({ used_bytes: used, limit_bytes: limit }: Pick<RecordOf<'GET /storage'>, 'used_bytes' | 'limit_bytes'>) {
  const words = `${formatBytes(used)} of ${formatBytes(limit)} used`
  const isFull = used > limit
  const percent = isFull ? 100 : (used / Math.max(limit, 1)) * 100
  return (
    <div className="flex flex-col gap-2">
      <p className="text-body font-semibold">{words}</p>
      <div
        role="meter"
        aria-label="Storage used"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(percent)}
        aria-valuetext={words}
        className="h-2 overflow-hidden rounded-full bg-hover"
      >
        <div className={classNames('h-full', isFull ? 'bg-warn' : 'bg-accent')} style={{ width: `${percent}%` }} />
      </div>
      {isFull && (
        <p role="alert" className="text-table text-warn">
          This account is over its storage limit. Delete records or documents that you do not need, or ask the operator
          of this server for more.
        </p>
      )}
    </div>
  )
}

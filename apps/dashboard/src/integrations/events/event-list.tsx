import type { RecordOf } from '../../api/contract.ts'
import { useCall } from '../../api/queries.ts'
import { useSession } from '../../api/session.ts'
import type { Column } from '../../components/table/columns.ts'
import { EmptyState } from '../../components/page/empty-state.tsx'
import { DateTime } from '../../components/values/moments.tsx'
import { PageHeader } from '../../components/page/page-header.tsx'
import { StatusBadge } from '../../components/values/status-badge.tsx'
import { RecordList } from '../../records/list/record-list.tsx'
import { useSearchParams } from '../../search-params/use-search-params.ts'
import { codeOfCall } from '../../code/code-of-call.ts'
import { eventKinds, eventListSearch } from './event-kinds.ts'

type ListedEvent = RecordOf<'GET /events'>

const columns: readonly Column<ListedEvent>[] = [
  {
    id: 'kind',
    header: 'Event',
    cell: ({ kind }) => kind,
    under: { until: 'sm', say: ({ created_at: at }) => <DateTime value={at} /> },
  },
  { id: 'deliveries', header: 'Deliveries', cell: ({ deliveries }) => <Tally deliveries={deliveries} /> },
  { id: 'id', header: 'ID', from: 'lg', cell: ({ id }) => <span className="font-mono text-meta">{id}</span> },
  { id: 'at', header: 'Time', align: 'right', from: 'sm', cell: ({ created_at: at }) => <DateTime value={at} /> },
]

function Tally({ deliveries }: Pick<ListedEvent, 'deliveries'>) {
  if (deliveries.length === 0) return <span className="text-muted">no subscribers</span>
  const counts = Map.groupBy(deliveries, ({ status }) => status)
  return (
    <span className="inline-flex flex-wrap gap-1">
      {[...counts].map(([status, { length }]) => (
        <StatusBadge key={status} status={`${length} ${status}`} tone={tones[status] ?? 'neutral'} />
      ))}
    </span>
  )
}

const tones = {
  delivered: 'ok',
  failed: 'bad',
  blocked: 'bad',
  held: 'warn',
  pending: 'neutral',
  cancelled: 'neutral',
} as const

export function EventList() {
  const params = useSearchParams(eventListSearch)
  const { kind, cursor } = params.search
  const list = useCall('GET /events', { query: { kind, cursor } }, { poll: true })
  const { public_url: publicUrl } = useSession()
  return (
    <>
      <PageHeader
        title="Events"
        description="The events of this workspace and their webhook deliveries. Events are kept for 30 days."
      />
      <RecordList
        label="Events"
        {...{ params, list, columns }}
        filters={[{ name: 'kind', label: 'Event', options: eventKinds, width: 'w-44' }]}
        rowId={({ id }) => id}
        rowName={({ kind, id }) => `${kind} ${id}`}
        rowLink={({ id }) => ({ to: '/dev/events/$id', params: { id } })}
        empty={
          <EmptyState snippet={codeOfCall({ key: 'POST /matters', body: { title: 'Hale v. Northgate' } }, publicUrl)}>
            {kind ? 'No events of this kind.' : 'No events yet. Create a matter to see the first one.'}
          </EmptyState>
        }
      />
    </>
  )
}

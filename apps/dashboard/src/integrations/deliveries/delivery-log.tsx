import { useMemo } from 'react'
import { useCall } from '../../api/queries.ts'
import { EmptyState } from '../../components/page/empty-state.tsx'
import type { Column } from '../../components/table/columns.ts'
import { Ago } from '../../components/values/moments.tsx'
import { StatusBadge } from '../../components/values/status-badge.tsx'
import { RecordList } from '../../records/list/record-list.tsx'
import { useSearchParams } from '../../search-params/use-search-params.ts'
import { eventKinds } from '../events/event-kinds.ts'
import type { Endpoint } from '../webhooks/endpoint.ts'
import { DeliveryDrawer, Due } from './delivery-drawer.tsx'
import { deliveryLogSearch, deliveryStatuses, startOf, timeRanges } from './delivery.ts'
import type { Delivery } from './delivery.ts'

const columns: readonly Column<Delivery>[] = [
  { id: 'event', header: 'Event', cell: ({ event }) => event },
  { id: 'status', header: 'Status', cell: ({ status }) => <StatusBadge status={status} /> },
  {
    id: 'code',
    header: 'Response',
    from: 'sm',
    cell: ({ last_status_code: code, last_error: error }) => code ?? (error ? 'none' : '–'),
  },
  { id: 'attempts', header: 'Attempts', align: 'right', from: 'sm', cell: ({ attempt_count: count }) => count },
  {
    id: 'next',
    header: 'Next attempt',
    from: 'lg',
    cell: ({ next_attempt_at: at }) => (at ? <Due value={at} /> : <span className="text-muted">–</span>),
  },
  { id: 'created', header: 'Time', align: 'right', cell: ({ created_at: at }) => <Ago value={at} /> },
]

/** The deliveries to an endpoint, live. */
export function DeliveryLog({ endpoint }: { readonly endpoint: Endpoint }) {
  const params = useSearchParams(deliveryLogSearch)
  const { status, event, created_since: range, cursor, delivery } = params.search
  // Computed once per choice, because a new time would reload the list.
  const since = useMemo(() => startOf(range), [range])
  // A cursor contains the moment of its first page.
  const query = { status, event, created_since: cursor ? undefined : since, cursor }
  const list = useCall('GET /webhooks/{id}/deliveries', { params: { id: endpoint.id }, query }, { poll: true })
  return (
    <section aria-label="Delivery log">
      <RecordList
        label="Deliveries"
        {...{ params, list, columns }}
        heading={<h2 className="mr-auto text-h2">Delivery log</h2>}
        filters={[
          { name: 'status', label: 'Status', options: deliveryStatuses },
          { name: 'event', label: 'Event', options: eventKinds, width: 'w-40' },
          { name: 'created_since', label: 'Time', options: timeRanges, any: 'Any time' },
        ]}
        rowId={({ id }) => id}
        rowName={({ event }) => event}
        onOpen={({ id }) => params.setSearch({ delivery: String(id) })}
        openId={delivery}
        empty={
          <EmptyState>
            {status || event || since ? 'No deliveries match these filters.' : 'No deliveries yet.'}
          </EmptyState>
        }
      />
      <DeliveryDrawer endpoint={endpoint} id={delivery} onClose={() => params.setSearch({ delivery: undefined })} />
    </section>
  )
}

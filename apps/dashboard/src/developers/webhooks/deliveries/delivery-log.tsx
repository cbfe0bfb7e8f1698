import { useMemo } from 'react'
import { useCall } from '../../../api/queries.ts'
import type { Column } from '../../../components/table/columns.ts'
import { DataTable } from '../../../components/table/data-table.tsx'
import { ofList } from '../../../components/table/of-list.ts'
import { EmptyState } from '../../../components/page/empty-state.tsx'
import { Ago } from '../../../components/values/moments.tsx'
import { Select } from '../../../components/forms/select-field.tsx'
import { StatusBadge } from '../../../components/values/status-badge.tsx'
import { Toolbar } from '../../../components/page/toolbar.tsx'
import { useSearchParams } from '../../../search-params/use-search-params.ts'
import { deliveryLogSearch, deliveryStatuses } from './delivery.ts'
import type { Delivery } from './delivery.ts'
import { DeliveryDrawer } from './delivery-drawer.tsx'
import type { Endpoint } from '../endpoint.ts'
import { eventKinds } from '../../event-kinds.ts'
import { startOf, timeRanges } from './time-ranges.ts'

const columns: readonly Column<Delivery>[] = [
  { id: 'event', header: 'Event', cell: ({ event }) => event },
  { id: 'status', header: 'Status', cell: ({ status }) => <StatusBadge status={status} /> },
  {
    id: 'code',
    header: 'Answer',
    from: 'sm',
    cell: ({ last_status_code: code, last_error: error }) => code ?? (error ? 'none' : '–'),
  },
  { id: 'attempts', header: 'Attempts', align: 'right', from: 'sm', cell: ({ attempt_count: count }) => count },
  { id: 'next', header: 'Next attempt', from: 'lg', cell: ({ next_attempt_at: at }) => <Ago value={at} /> },
  { id: 'created', header: 'Happened', align: 'right', cell: ({ created_at: at }) => <Ago value={at} /> },
]

/** What was sent to an endpoint, as it happens. */
export function DeliveryLog({ endpoint }: { readonly endpoint: Endpoint }) {
  const { search, setSearch, setFilter } = useSearchParams(deliveryLogSearch)
  const range = search.created_since
  // Once for each choice: with every second it would be another list.
  const since = useMemo(() => startOf(range), [range])
  const query = {
    status: search.status,
    event: search.event,
    // A cursor carries the moment it began with.
    created_since: search.cursor ? undefined : since,
    cursor: search.cursor,
  }
  const list = useCall('GET /webhooks/{id}/deliveries', { params: { id: endpoint.id }, query }, { poll: true })
  return (
    <section aria-label="Delivery log">
      <Toolbar>
        <h2 className="mr-auto text-h2">Delivery log</h2>
        <Select
          aria-label="Status"
          className="w-36"
          empty="Any status"
          options={deliveryStatuses}
          value={search.status ?? ''}
          onChange={(event) => setFilter({ status: event.target.value })}
        />
        <Select
          aria-label="Event"
          className="w-40"
          empty="Any event"
          options={eventKinds}
          value={search.event ?? ''}
          onChange={(event) => setFilter({ event: event.target.value })}
        />
        <Select
          aria-label="Happened"
          className="w-36"
          empty="Any time"
          options={timeRanges}
          value={since ? range : ''}
          onChange={(event) => setFilter({ created_since: event.target.value })}
        />
      </Toolbar>
      <DataTable
        label="Deliveries"
        columns={columns}
        rows={list.data?.data}
        {...ofList(list)}
        rowId={({ id }) => id}
        rowName={({ event }) => event}
        onOpen={({ id }) => setSearch({ delivery: String(id) })}
        {...(search.delivery && { openId: search.delivery })}
        empty={
          <EmptyState>
            Nothing was sent here{search.status || search.event || since ? ' that fits' : ' yet'}.
          </EmptyState>
        }
      />
      <DeliveryDrawer endpoint={endpoint} id={search.delivery} onClose={() => setSearch({ delivery: undefined })} />
    </section>
  )
}

import { useParams } from '@tanstack/react-router'
import type { RecordOf } from '../../api/contract.ts'
import { useCall } from '../../api/queries.ts'
import { Loaded } from '../../components/page/loaded.tsx'
import { PageHeader } from '../../components/page/page-header.tsx'
import { Panel } from '../../components/page/panel.tsx'
import type { Column } from '../../components/table/columns.ts'
import { DataTable } from '../../components/table/data-table.tsx'
import { Changes, differences } from '../../components/values/changes.tsx'
import { Facts, IdText } from '../../components/values/facts.tsx'
import { JsonView } from '../../components/values/json-view.tsx'
import { DateTime } from '../../components/values/moments.tsx'
import { StatusBadge } from '../../components/values/status-badge.tsx'

type FullEvent = RecordOf<'GET /events/{id}'>
type ToEndpoint = FullEvent['deliveries'][number]

const deliveryColumns: readonly Column<ToEndpoint>[] = [
  { id: 'url', header: 'Endpoint', cell: ({ url }) => url },
  { id: 'status', header: 'Status', cell: ({ status }) => <StatusBadge status={status} /> },
  { id: 'attempts', header: 'Attempts', align: 'right', from: 'sm', cell: ({ attempt_count: count }) => count },
  { id: 'code', header: 'Response', align: 'right', cell: ({ last_status_code: code }) => code ?? '–' },
]

export function EventPage() {
  const { id } = useParams({ from: '/dev/events/$id' })
  const one = useCall('GET /events/{id}', { params: { id } }, { poll: true })
  return (
    <Loaded query={one} what="event">
      {({ data }) => <LoadedEvent event={data} />}
    </Loaded>
  )
}

function LoadedEvent({ event }: { readonly event: FullEvent }) {
  return (
    <>
      <PageHeader
        title={event.kind}
        parent={{ label: 'Events', link: { to: '/dev/events' } }}
        description={<DateTime value={event.created_at} />}
      />
      <div className="flex flex-col gap-4">
        <Facts facts={[{ label: 'Event ID', value: <IdText value={event.id} what="event ID" /> }]} />
        <Panel title="Deliveries">
          <DataTable
            label="Deliveries"
            columns={deliveryColumns}
            rows={event.deliveries}
            rowId={({ id }) => id}
            rowName={({ url }) => url}
            rowLink={({ id: delivery, endpoint_id: endpoint }) => ({
              to: '/dev/webhooks/$id',
              params: { id: String(endpoint) },
              search: { delivery: String(delivery) },
            })}
            empty={<p className="text-table text-muted">No endpoint was subscribed to {event.kind} at that time.</p>}
          />
        </Panel>
        {event.previous !== null && (
          <Panel title="What changed" description="Sent as previous, next to the record in data.">
            <Changes changed={changesOf(event.previous, event.data)} was="Before" now="After" />
          </Panel>
        )}
        <Panel title="Changes since then" description="The event compared with the current record.">
          <Since event={event} />
        </Panel>
        <Panel title="Record at the time of the event" description="Sent as data, byte for byte.">
          <JsonView value={event.data} label="Event data" />
        </Panel>
      </div>
    </>
  )
}

const changesOf = (previous: FullEvent['data'], data: FullEvent['data']) =>
  Object.entries(previous).map(([field, was]) => ({ field, was, is: data[field] }))

function Since({ event: { data, now, record } }: { readonly event: FullEvent }) {
  if (now === 'gone') return <p className="text-table text-muted">The record has been deleted since then.</p>
  if (now === 'hidden' || record === null)
    return (
      <p className="text-table text-muted">Your role cannot see records of this kind, so they cannot be compared.</p>
    )
  const changed = differences(data, record)
  if (changed.length === 0) return <p className="text-table text-muted">The record has not changed since then.</p>
  return <Changes changed={changed} was="Event" now="Now" />
}

import { useParams } from '@tanstack/react-router'
import type { RecordOf } from '../../api/contract.ts'
import { useCall } from '../../api/queries.ts'
import { Loaded } from '../../components/page/loaded.tsx'
import type { Column } from '../../components/table/columns.ts'
import { DataTable } from '../../components/table/data-table.tsx'
import { Facts, IdText } from '../../components/values/facts.tsx'
import { JsonView } from '../../components/values/json-view.tsx'
import { DateTime } from '../../components/values/moments.tsx'
import { PageHeader } from '../../components/page/page-header.tsx'
import { Panel } from '../../components/page/panel.tsx'
import { StatusBadge } from '../../components/values/status-badge.tsx'
import { Changes } from '../changes.tsx'
import { differences } from '../differences.ts'

type FullEvent = RecordOf<'GET /events/{id}'>
type ToEndpoint = FullEvent['deliveries'][number]

const deliveryColumns: readonly Column<ToEndpoint>[] = [
  { id: 'url', header: 'Endpoint', cell: ({ url }) => url },
  { id: 'status', header: 'Status', cell: ({ status }) => <StatusBadge status={status} /> },
  { id: 'attempts', header: 'Attempts', align: 'right', from: 'sm', cell: ({ attempt_count: count }) => count },
  { id: 'code', header: 'Answer', align: 'right', cell: ({ last_status_code: code }) => code ?? '–' },
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
        <Facts facts={[{ label: 'Event id', value: <IdText value={event.id} what="event id" /> }]} />
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
            empty={<p className="text-table text-muted">No endpoint subscribed to {event.kind} when it happened.</p>}
          />
        </Panel>
        {event.previous !== null && (
          <Panel title="What changed" description="Sent as previous, beside the record.">
            <Changes changed={changesOf(event.previous, event.data)} was="Was" now="Became" />
          </Panel>
        )}
        <Panel title="Since then" description="What the record says now, beside what the event said.">
          <Since event={event} />
        </Panel>
        <Panel title="The record as it was" description="Sent as data, byte for byte.">
          <JsonView value={event.data} label="Event data" />
        </Panel>
      </div>
    </>
  )
}

const changesOf = (previous: FullEvent['data'], data: FullEvent['data']) =>
  Object.entries(previous).map(([field, was]) => ({ field, was, is: data[field] }))

function Since({ event: { data, now, record } }: { readonly event: FullEvent }) {
  if (now === 'gone') return <p className="text-table text-muted">The record was deleted since.</p>
  if (now === 'hidden' || record === null)
    return <p className="text-table text-muted">Your role does not see such records, so they cannot be compared.</p>
  const changed = differences(data, record)
  if (changed.length === 0) return <p className="text-table text-muted">Nothing: the record is what it was.</p>
  return <Changes changed={changed} was="Was" now="Is" />
}

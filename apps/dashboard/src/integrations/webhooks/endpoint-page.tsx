import { useParams } from '@tanstack/react-router'
import { useCall } from '../../api/queries.ts'
import { Loaded } from '../../components/page/loaded.tsx'
import { Bars } from '../../components/values/bars.tsx'
import { ErrorPanel } from '../../components/page/error-panel.tsx'
import { Facts, IdText } from '../../components/values/facts.tsx'
import { formatDateTime } from '../../components/values/formats.ts'
import { Ago, DateTime } from '../../components/values/moments.tsx'
import { PageHeader } from '../../components/page/page-header.tsx'
import { Panel } from '../../components/page/panel.tsx'
import { DeliveryLog } from '../deliveries/delivery-log.tsx'
import { EndpointActions } from './endpoint-actions.tsx'
import { EndpointState } from './endpoint-state.tsx'
import type { Endpoint } from './endpoint.ts'

export function EndpointPage() {
  const { id } = useParams({ from: '/dev/webhooks/$id' })
  const one = useCall('GET /webhooks/{id}', { params: { id } }, { poll: true })
  return (
    <Loaded query={one} what="webhook endpoint">
      {({ data }) => <LoadedEndpoint endpoint={data} />}
    </Loaded>
  )
}

function LoadedEndpoint({ endpoint }: { readonly endpoint: Endpoint }) {
  return (
    <>
      <PageHeader
        title={endpoint.url}
        parent={{ label: 'Webhooks', link: { to: '/dev/webhooks' } }}
        status={<EndpointState value={endpoint} />}
        description={endpoint.description}
        actions={<EndpointActions value={endpoint} />}
      />
      <div className="mb-4 grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <Panel title="Deliveries in the last 24 hours">
          <Hours id={endpoint.id} />
        </Panel>
        <About value={endpoint} />
      </div>
      <DeliveryLog endpoint={endpoint} />
    </>
  )
}

const parts = [
  { name: 'delivered', tone: 'ok' },
  { name: 'failed', tone: 'bad' },
  { name: 'waiting', tone: 'neutral' },
] as const

function Hours({ id }: { readonly id: number }) {
  const hours = useCall('GET /webhooks/{id}/hours', { params: { id } }, { poll: true })
  if (hours.error && !hours.data) return <ErrorPanel error={hours.error} onRetry={() => void hours.refetch()} />
  const all = hours.data?.hours ?? []
  const sums = parts.map(({ name }) => all.reduce((sum, hour) => sum + hour[name], 0))
  const bars = all.map((hour) => ({
    label: formatDateTime(hour.hour),
    values: [hour.delivered, hour.failed, hour.waiting],
  }))
  return (
    <>
      <Bars title="Deliveries by the hour" parts={parts} bars={bars} />
      <p className="mt-2 text-meta text-muted">
        {hours.data ? parts.map(({ name }, at) => `${sums[at] ?? 0} ${name}`).join(' · ') : 'Loading…'}
      </p>
    </>
  )
}

const About = ({ value }: { readonly value: Endpoint }) => (
  <Panel title="About">
    <Facts
      facts={[
        { label: 'ID', value: <IdText value={value.id} /> },
        { label: 'Events', value: value.events.join(', ') },
        { label: 'Failures in a row', value: value.failure_count },
        { label: 'Last delivery', value: <Ago value={value.last_delivery_at} /> },
        { label: 'Created', value: <DateTime value={value.created_at} /> },
      ]}
    />
  </Panel>
)

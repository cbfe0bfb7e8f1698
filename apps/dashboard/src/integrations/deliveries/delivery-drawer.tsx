import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useAction, useCall } from '../../api/queries.ts'
import { Button } from '../../components/buttons/button.tsx'
import { ConfirmDialog } from '../../components/overlays/confirm-dialog.tsx'
import { Drawer } from '../../components/overlays/drawer.tsx'
import { toast } from '../../components/overlays/toast.tsx'
import { Loaded } from '../../components/page/loaded.tsx'
import { Facts, IdText } from '../../components/values/facts.tsx'
import { Ago, DateTime } from '../../components/values/moments.tsx'
import { StatusBadge } from '../../components/values/status-badge.tsx'
import type { Endpoint } from '../webhooks/endpoint.ts'
import { AttemptView } from './attempt-view.tsx'
import { CompareAttempts } from './compare-attempts.tsx'
import type { CompareAttemptsProps } from './compare-attempts.tsx'
import type { Delivery } from './delivery.ts'

export interface DeliveryDrawerProps {
  readonly endpoint: Endpoint
  readonly id: string | undefined
  readonly onClose: () => void
}

export function DeliveryDrawer({ endpoint, id, onClose }: DeliveryDrawerProps) {
  return (
    <Drawer open={id !== undefined} onClose={onClose} title={`Delivery ${id ?? ''}`}>
      {id !== undefined && <Content key={id} endpoint={endpoint} id={id} />}
    </Drawer>
  )
}

function Content({ endpoint, id }: { readonly endpoint: Endpoint; readonly id: string }) {
  const params = { id: endpoint.id, delivery: id }
  const one = useCall('GET /webhooks/{id}/deliveries/{delivery}', { params }, { poll: true })
  return (
    <Loaded query={one} lines={6}>
      {({ data }) => <LoadedDelivery endpoint={endpoint} delivery={data} />}
    </Loaded>
  )
}

function LoadedDelivery({ endpoint, delivery }: { readonly endpoint: Endpoint; readonly delivery: Delivery }) {
  return (
    <div className="flex flex-col gap-5">
      <Summary delivery={delivery} />
      <Retry delivery={delivery} endpoint={endpoint} />
      {delivery.attempts.length > 1 && <Comparison endpointId={endpoint.id} delivery={delivery} />}
      {delivery.attempts.length === 0 && <p className="text-table text-muted">Not attempted yet.</p>}
      {delivery.attempts.toReversed().map((attempt, index) => (
        <AttemptView
          key={attempt.delivery_id}
          endpointId={endpoint.id}
          deliveryId={delivery.id}
          attempt={attempt}
          isInitiallyOpen={index === 0}
        />
      ))}
    </div>
  )
}

function Comparison(props: CompareAttemptsProps) {
  const [isOpen, setOpen] = useState(false)
  return isOpen ? (
    <CompareAttempts {...props} />
  ) : (
    <Button className="self-start" onClick={() => setOpen(true)}>
      Compare attempts
    </Button>
  )
}

const Summary = ({ delivery }: { readonly delivery: Delivery }) => (
  <Facts
    facts={[
      { label: 'Status', value: <StatusBadge status={delivery.status} /> },
      { label: 'Event', value: delivery.event },
      {
        label: 'Event ID',
        value: (
          <Link to="/dev/events/$id" params={{ id: delivery.event_id }} className="link font-mono text-meta">
            {delivery.event_id}
          </Link>
        ),
      },
      { label: 'Time', value: <DateTime value={delivery.created_at} /> },
      { label: 'Attempts', value: `${delivery.attempt_count} of 10` },
      ...(delivery.next_attempt_at ? [{ label: 'Next attempt', value: <Due value={delivery.next_attempt_at} /> }] : []),
      ...(delivery.delivered_at ? [{ label: 'Delivered', value: <DateTime value={delivery.delivered_at} /> }] : []),
      ...(delivery.last_error ? [{ label: 'Last error', value: delivery.last_error }] : []),
      { label: 'Delivery ID', value: <IdText value={delivery.id} /> },
    ]}
  />
)

function Retry({ delivery, endpoint }: { readonly delivery: Delivery; readonly endpoint: Endpoint }) {
  const [isOpen, setOpen] = useState(false)
  const retry = useAction('POST /webhooks/{id}/deliveries/{delivery}/retry', {
    onDone: () => {
      setOpen(false)
      toast('Sending again')
    },
  })
  return (
    <>
      <Button className="self-start" onClick={() => setOpen(true)}>
        Send again
      </Button>
      <ConfirmDialog
        open={isOpen}
        onClose={() => setOpen(false)}
        title="Send 1 delivery again?"
        action="Send 1 delivery"
        tone="primary"
        onConfirm={() => retry.mutate({ params: { id: endpoint.id, delivery: String(delivery.id) } })}
        isBusy={retry.isPending}
        error={retry.error?.message}
      >
        {endpoint.is_active
          ? `${delivery.event} is sent to ${endpoint.url} immediately. If it fails, the retry schedule starts again.`
          : 'The endpoint is disabled. The delivery is held until you enable the endpoint.'}
      </ConfirmDialog>
    </>
  )
}

/** The time of the next attempt. A due attempt is in the queue. */
export const Due = ({ value }: { readonly value: string }) =>
  Date.parse(value) <= Date.now() + 1_000 ? <>Now, in the queue</> : <Ago value={value} />

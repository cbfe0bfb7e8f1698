import { useState } from 'react'
import type { RecordOf } from '../../api/contract.ts'
import { useCall } from '../../api/queries.ts'
import { Loaded } from '../../components/page/loaded.tsx'
import { formatMilliseconds } from '../../components/values/formats.ts'
import { JsonView } from '../../components/values/json-view.tsx'
import { DateTime } from '../../components/values/moments.tsx'
import { StatusBadge } from '../../components/values/status-badge.tsx'
import type { Delivery } from './delivery.ts'
import { HeaderTable, RawBody } from './http-message.tsx'

type AttemptDetails = RecordOf<'GET /webhooks/{id}/deliveries/{delivery}/attempts/{attempt}'>

export interface AttemptViewProps {
  readonly endpointId: number
  readonly deliveryId: number
  readonly attempt: Delivery['attempts'][number]
  /** True if it is expanded at first. */
  readonly isInitiallyOpen: boolean
}

/** One attempt: its request and its response. */
export function AttemptView({ endpointId, deliveryId, attempt, isInitiallyOpen }: AttemptViewProps) {
  const [isOpen, setOpen] = useState(isInitiallyOpen)
  const { attempt: number, outcome, status_code: code, duration_ms: duration, started_at: at } = attempt
  return (
    <section aria-label={`Attempt ${number}`} className="min-w-0 rounded-md border border-line">
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        className="focus-inset flex min-h-10 w-full flex-wrap items-center gap-2 px-3 py-1.5 text-left text-table hover:bg-subtle"
      >
        <span className="font-medium">Attempt {number} of 10</span>
        <StatusBadge
          status={outcome === null ? 'in progress' : code === null ? outcome.replace('_', ' ') : `${code}`}
          tone={outcome === null ? 'neutral' : outcome === 'success' ? 'ok' : 'bad'}
        />
        <span className="text-muted">{formatMilliseconds(duration)}</span>
        <span className="ml-auto text-muted">
          <DateTime value={at} />
        </span>
      </button>
      {isOpen && (
        <div className="flex flex-col gap-4 border-t border-line p-3">
          <Exchange {...{ endpointId, deliveryId, attempt }} />
        </div>
      )}
    </section>
  )
}

function Exchange({ endpointId, deliveryId, attempt }: Omit<AttemptViewProps, 'isInitiallyOpen'>) {
  const params = { id: endpointId, delivery: deliveryId, attempt: attempt.delivery_id }
  // Polls while the attempt is in progress.
  const [isNew] = useState(attempt.outcome === null)
  const one = useCall('GET /webhooks/{id}/deliveries/{delivery}/attempts/{attempt}', { params }, { poll: isNew })
  return (
    <Loaded query={one} lines={4}>
      {({ data }) => (
        <>
          <Request sent={data} />
          <Answer attempt={attempt} headers={data.response_headers} />
        </>
      )}
    </Loaded>
  )
}

interface AnswerProps {
  readonly attempt: AttemptViewProps['attempt']
  readonly headers: AttemptDetails['response_headers']
}

const Answer = ({ attempt: { status_code: code, response_body: body }, headers }: AnswerProps) => (
  <div className="flex min-w-0 flex-col gap-2">
    <h3 className="text-table font-medium">Response</h3>
    {headers && (
      <div data-answer-headers="">
        <HeaderTable headers={headers} />
        <p className="mt-1 text-meta text-muted">Shows the first 4 KiB of the headers and of the body.</p>
      </div>
    )}
    {body ? (
      <JsonView value={body} label="Response body" />
    ) : (
      <p className="text-table text-muted">{code === null ? 'No response.' : `${code}, without a body.`}</p>
    )}
  </div>
)

function Request({ sent: { url, headers, body, signature } }: { readonly sent: AttemptDetails }) {
  return (
    <>
      <div className="min-w-0">
        <h3 className="mb-1 text-table font-medium">Request</h3>
        <p className="mb-2 font-mono text-meta break-all">POST {url}</p>
        <HeaderTable headers={headers} />
        {signature === 'rotated' && (
          <p className="mt-1 text-meta text-warn">
            The secret has been rotated since then, so the signature that was sent can no longer be shown.
          </p>
        )}
      </div>
      <RawBody body={body} headers={headers} />
      <JsonView value={body} label="Formatted body" />
    </>
  )
}

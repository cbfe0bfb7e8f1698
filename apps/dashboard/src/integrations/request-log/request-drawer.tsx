import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { RecordOf } from '../../api/contract.ts'
import { useCall } from '../../api/queries.ts'
import { useCan } from '../../api/session.ts'
import { Drawer } from '../../components/overlays/drawer.tsx'
import { Loaded } from '../../components/page/loaded.tsx'
import { Facts, IdText } from '../../components/values/facts.tsx'
import { formatMilliseconds } from '../../components/values/formats.ts'
import { JsonView } from '../../components/values/json-view.tsx'
import { DateTime } from '../../components/values/moments.tsx'
import { HttpStatus } from '../../components/values/status-badge.tsx'
import { reasonOf, Why } from './refusal-reason.tsx'

type FullRequest = RecordOf<'GET /request-log/{ref}'>

export function RequestDrawer({ id, onClose }: { readonly id: string | undefined; readonly onClose: () => void }) {
  return (
    <Drawer open={id !== undefined} onClose={onClose} title="Request">
      {id !== undefined && <Content key={id} id={id} />}
    </Drawer>
  )
}

const sevenDays = 7 * 86_400_000

function Content({ id }: { readonly id: string }) {
  const one = useCall('GET /request-log/{ref}', { params: { ref: id } })
  return (
    <Loaded query={one} lines={6}>
      {({ data, others }) => <LoadedRequest request={data} others={others.length} />}
    </Loaded>
  )
}

interface LoadedProps {
  readonly request: FullRequest
  /** The number of other requests with this X-Request-Id. */
  readonly others: number
}

function LoadedRequest({ request, others }: LoadedProps) {
  const reason = reasonOf(request)
  const isOld = Date.now() - Date.parse(request.at) > sevenDays
  return (
    <div className="flex flex-col gap-5">
      <p className="flex flex-wrap items-center gap-2 font-mono text-table break-all">
        <HttpStatus value={request.status} />
        <span>
          {request.method} {request.path}
          {request.query && `?${request.query}`}
        </span>
      </p>
      {reason && <Why reason={reason} />}
      <About request={request} />
      {others > 0 && <SameId id={request.request_id} count={others} />}
      <Body
        title="Request body"
        text={request.request_body}
        marked={reason?.fields.map(({ field }) => field)}
        isOld={isOld}
      />
      <Body
        title="Response"
        text={request.response_body}
        isOld={isOld}
        none={
          request.method === 'GET' && request.status < 400
            ? 'Responses to successful GET requests are not stored.'
            : 'None.'
        }
      />
    </div>
  )
}

const SameId = ({ id, count }: { readonly id: string; readonly count: number }) => (
  <p className="text-table text-muted">
    {count === 1 ? 'Another request has' : `${count} other requests have`} this X-Request-Id.{' '}
    <Link to="/dev/logs" search={{ request_id: id }} className="link">
      List them
    </Link>
  </p>
)

const About = ({ request }: { readonly request: FullRequest }) => (
  <Facts
    facts={[
      { label: 'X-Request-Id', value: <IdText value={request.request_id} what="request ID" /> },
      {
        label: 'Operation',
        value: request.operation && <code className="font-mono text-meta">{request.operation}</code>,
      },
      {
        label: 'API key',
        value: (
          <Link to="/dev/keys/$id" params={{ id: String(request.api_key_id) }} className="link">
            <KeyName id={request.api_key_id} />
          </Link>
        ),
      },
      { label: 'Time', value: <DateTime value={request.at} /> },
      { label: 'Duration', value: formatMilliseconds(request.duration_ms) },
      { label: 'IP address', value: request.ip },
      { label: 'User agent', value: request.user_agent },
    ]}
  />
)

function KeyName({ id }: { readonly id: number }) {
  const keys = useCall('GET /keys', {}, { enabled: useCan()('keys:read') })
  return <>{keys.data?.keys.find((key) => key.id === id)?.name ?? `key ${id}`}</>
}

interface BodyProps {
  readonly title: string
  readonly text: string | null
  readonly marked?: readonly string[] | undefined
  readonly isOld: boolean
  /** Replaces an empty body. */
  readonly none?: string
}

function Body({ title, text, marked = [], isOld, none = 'None.' }: BodyProps): ReactNode {
  return (
    <section className="min-w-0">
      <h3 className="mb-1 text-table font-medium">{title}</h3>
      {text === null ? (
        <p className="text-table text-muted">{isOld ? 'Bodies are kept for 7 days.' : none}</p>
      ) : (
        <JsonView value={text} label={title} marked={marked} />
      )}
    </section>
  )
}

import { serviceSignature, standardSignature } from './sign.ts'
import type { SigningKey } from './sign.ts'

/** The request of one attempt. */
export interface Message {
  headers: Record<string, string>
  body: Buffer
}

/** The keys to sign with; `previous` while a rotated secret still counts. */
export interface SigningKeys {
  current: SigningKey
  previous: SigningKey | null
}

/** All that a message is made of; moments are epoch milliseconds. */
export interface MessageParts {
  kind: string
  /** New for each attempt. */
  delivery_id: string
  event_id: string
  started_at: number
  created_at: number
  /** 1 for the first. */
  attempt: number
  environment: string
  /** The record as JSON, to be sent byte for byte. */
  data: string
  /** The old values of the changed fields, for an event of a change. JSON, byte for byte. */
  previous: string | null
}

/** The headers of a message that need no secret. */
export function plainHeaders({ kind, delivery_id, event_id, started_at }: MessageParts): Record<string, string> {
  return {
    'Content-Type': 'application/json',
    'User-Agent': 'Matterbase-Webhooks/1',
    'X-Service-Event': kind,
    'X-Service-Delivery': delivery_id,
    'X-Service-Event-Id': event_id,
    'webhook-id': event_id,
    'webhook-timestamp': timestampOf(started_at),
  }
}

/** The body of an attempt, byte for byte as it is signed. */
export function toMessage(parts: MessageParts, { current, previous }: SigningKeys): Message {
  const body = toBody(parts)
  const timestamp = timestampOf(parts.started_at)
  const keys = previous ? [current, previous] : [current]
  return {
    body,
    headers: {
      ...plainHeaders(parts),
      'X-Service-Signature': serviceSignature(current, body),
      ...(previous ? { 'X-Service-Signature-Previous': serviceSignature(previous, body) } : {}),
      'webhook-signature': keys.map((key) => standardSignature(key, parts.event_id, timestamp, body)).join(' '),
    },
  }
}

const timestampOf = (startedAt: number) => String(Math.floor(startedAt / 1_000))

/** JSON is put in as the text it was stored as: parsing it would change numbers and the order of members. */
export function toBody(parts: MessageParts): Buffer {
  const { kind, delivery_id, started_at, data, previous, event_id, created_at, attempt, environment } = parts
  const head = JSON.stringify({ event: kind, delivery_id, timestamp: new Date(started_at).toISOString() })
  const tail = JSON.stringify({ event_id, created_at: new Date(created_at).toISOString(), attempt, environment })
  const changed = previous === null ? '' : `"previous":${previous},`
  return Buffer.from(`${head.slice(0, -1)},"data":${data},${changed}${tail.slice(1)}`, 'utf8')
}

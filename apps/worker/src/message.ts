import type { Attempt } from './attempt.ts'
import { serviceSignature, standardSignature } from './sign.ts'
import type { SigningKey } from './sign.ts'

export interface Message {
  headers: Record<string, string>
  body: Buffer
}

/** The keys to sign with; `previous` while a rotated secret still counts. */
export interface SigningKeys {
  current: SigningKey
  previous: SigningKey | null
}

/** What goes over the wire for an attempt: the very bytes that are signed. */
export function toMessage(attempt: Attempt, { current, previous }: SigningKeys): Message {
  const body = toBody(attempt)
  const timestamp = String(Math.floor(attempt.started_at / 1_000))
  const keys = previous ? [current, previous] : [current]
  return {
    body,
    headers: {
      'Content-Type': 'application/json',
      'User-Agent': 'Matterbase-Webhooks/1',
      'X-Service-Event': attempt.kind,
      'X-Service-Delivery': attempt.delivery_id,
      'X-Service-Event-Id': attempt.event_id,
      'X-Service-Signature': serviceSignature(current, body),
      ...(previous ? { 'X-Service-Signature-Previous': serviceSignature(previous, body) } : {}),
      'webhook-id': attempt.event_id,
      'webhook-timestamp': timestamp,
      'webhook-signature': keys.map((key) => standardSignature(key, attempt.event_id, timestamp, body)).join(' '),
    },
  }
}

// `data` is put in as the text it was stored as: parsing it would change numbers and the order of members.
function toBody({ kind, delivery_id, started_at, data, event_id, created_at, attempt, environment }: Attempt): Buffer {
  const head = JSON.stringify({ event: kind, delivery_id, timestamp: new Date(started_at).toISOString() })
  const tail = JSON.stringify({ event_id, created_at: new Date(created_at).toISOString(), attempt, environment })
  return Buffer.from(`${head.slice(0, -1)},"data":${data},${tail.slice(1)}`, 'utf8')
}

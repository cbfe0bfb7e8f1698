import { bool, bytes, endpointSecretContext, float, int, orNull, text } from '@matterbase/db'
import type { Sealer, Sql } from '@matterbase/db'
import { plainHeaders, toBody, toMessage, toSigningKey } from '@matterbase/jobs'
import type { MessageParts, SigningKeys } from '@matterbase/jobs'
import { notFound } from '../../core/verbs/refused.ts'

interface AttemptId {
  readonly workspaceId: number
  readonly endpointId: number
  readonly delivery: number
  /** The delivery_id on the wire. */
  readonly attempt: string
}

interface Row extends MessageParts {
  readonly url: string
  /** JSON, as the worker stores it. */
  readonly response_headers: string | null
  readonly traceparent: string | null
  readonly secret: Uint8Array
  /** True if the secret has not changed since. */
  readonly is_same_secret: boolean
  /** True if the previous secret signed as well. */
  readonly was_overlap: boolean
  readonly previous_secret: Uint8Array | null
}

// The clocks of processes differ, and a rotation commits a moment after its time.
const slack = '1 second'

/**
 * Builds the request of an attempt again, as the worker built it. The same event, moment and secret give the same bytes.
 * Returns the request with the headers of its response.
 *
 * @throws RefusedError not_found.
 */
export async function findSentRequest(
  sql: Sql,
  sealer: Sealer,
  { workspaceId, endpointId, delivery, attempt }: AttemptId,
) {
  const [row] = await sql.rows({
    delivery_id: text,
    attempt: int,
    response_headers: orNull(text),
    traceparent: orNull(text),
    event_id: text,
    kind: text,
    data: text,
    previous: orNull(text),
    started_at: float,
    created_at: float,
    environment: text,
    url: text,
    secret: bytes,
    previous_secret: orNull(bytes),
    is_same_secret: bool,
    was_overlap: bool,
  })`
    SELECT attempt.id::text AS delivery_id, attempt.attempt, attempt.response_headers, attempt.traceparent, event.id::text AS event_id, event.kind, event.data::text AS data, event.previous::text AS previous,
           (extract(epoch FROM attempt.started_at) * 1000)::float8 AS started_at,
           (extract(epoch FROM event.created_at) * 1000)::float8 AS created_at,
           workspace.environment::text AS environment, endpoint.url, endpoint.secret, endpoint.previous_secret,
           coalesce(endpoint.secret_changed_at + ${slack}::text::interval < attempt.started_at, true) AS is_same_secret,
           coalesce(endpoint.previous_secret_expires_at > attempt.started_at, false) AS was_overlap
    FROM webhook_attempts AS attempt
    JOIN webhook_deliveries AS delivery ON delivery.workspace_id = attempt.workspace_id AND delivery.id = attempt.webhook_delivery_id
    JOIN events AS event ON event.workspace_id = delivery.workspace_id AND event.id = delivery.event_id
    JOIN webhook_endpoints AS endpoint ON endpoint.workspace_id = delivery.workspace_id AND endpoint.id = delivery.endpoint_id
    JOIN workspaces AS workspace ON workspace.id = attempt.workspace_id
    WHERE attempt.workspace_id = ${workspaceId} AND attempt.id = ${attempt}::text::uuid
      AND delivery.id = ${delivery} AND delivery.endpoint_id = ${endpointId} AND endpoint.deleted_at IS NULL`
  if (!row) throw notFound()
  const keys = row.is_same_secret ? keysOf(row, sealer, endpointSecretContext(workspaceId, endpointId)) : undefined
  const { headers, body } = keys ? toMessage(row, keys) : { headers: plainHeaders(row), body: toBody(row) }
  return {
    delivery_id: row.delivery_id,
    method: 'POST' as const,
    url: row.url,
    headers: Object.entries({ ...headers, ...(row.traceparent !== null && { traceparent: row.traceparent }) }).map(
      ([name, value]) => ({ name, value }),
    ),
    body: body.toString('utf8'),
    signature: keys ? ('known' as const) : ('rotated' as const),
    response_headers: row.response_headers === null ? null : toPairs(row.response_headers),
  }
}

function toPairs(text: string) {
  const pairs = JSON.parse(text) as [name: string, value: string | null][]
  return pairs.map(([name, value]) => ({ name, value }))
}

/** Undefined when the previous secret signed as well and is deleted. */
function keysOf(
  { secret, previous_secret: previous, was_overlap: wasOverlap }: Row,
  sealer: Sealer,
  place: string,
): SigningKeys | undefined {
  const current = toSigningKey(sealer.open(secret, place))
  if (!wasOverlap) return { current, previous: null }
  return previous ? { current, previous: toSigningKey(sealer.open(previous, `${place}/previous`)) } : undefined
}

import type { Tracing } from '@matterbase/config'
import { toMessage } from '@matterbase/jobs'
import type { SigningKeys } from '@matterbase/jobs'
import type { Logger } from 'pino'
import type { Attempt } from '../deliveries/attempts.ts'
import type { Settings } from '../runtime/settings.ts'
import type { HttpClient } from './http-client.ts'
import type { Result } from './outcome.ts'
import type { Verdict } from './retry.ts'

export interface AttemptDeps {
  http: HttpClient
  secrets: (attempt: Attempt) => SigningKeys
  settings: Settings
  /** Makes attempts spans of the traces of their events. */
  tracing: Tracing | undefined
}

/** An attempt, and the time of its request to PostgreSQL. Its lease is not older. */
export interface Begun {
  readonly attempt: Attempt
  readonly requestedAt: number
}

/** The time that a lease outlives its attempt. */
export const leaseSlack = ({ leaseMs, timeoutMs }: Settings) => leaseMs - timeoutMs

/**
 * Signs and sends the request of an attempt.
 *
 * @throws Error when the process was stopped for so long that another worker may have the lease.
 */
export async function makeAttempt(
  { http, secrets, settings, tracing }: AttemptDeps,
  { attempt, requestedAt }: Begun,
): Promise<Result> {
  const message = toMessage(attempt, secrets(attempt))
  if (performance.now() - requestedAt > leaseSlack(settings) * 0.8)
    throw new Error('An attempt was begun too long ago to be sent now')
  return withSpan(tracing, attempt, (headers) =>
    http.post({
      url: attempt.url,
      startedAt: attempt.started_at,
      body: message.body,
      headers: { ...message.headers, ...headers },
    }),
  )
}

/** Records a span and names it to the receiver in a header. The span has no address and nothing of the request. */
async function withSpan(
  tracing: Tracing | undefined,
  attempt: Attempt,
  send: (headers: Readonly<Record<string, string>>) => Promise<Result>,
): Promise<Result> {
  if (!tracing) return send({})
  const span = tracing.begin(`webhook ${attempt.kind}`, { kind: 'client', parent: attempt.traceparent })
  const result = await send({ traceparent: span.traceparent })
  const { outcome, statusCode } = result
  span.end({
    attributes: {
      'http.request.method': 'POST',
      ...(statusCode !== null && { 'http.response.status_code': statusCode }),
      'matterbase.endpoint_id': attempt.endpoint_id,
      'matterbase.event_id': attempt.event_id,
      'matterbase.delivery_id': attempt.delivery_id,
      'matterbase.attempt': attempt.attempt,
    },
    error: outcome === 'success' ? undefined : outcome,
  })
  return { ...result, traceparent: span.traceparent }
}

export function logAttempt(
  log: Logger,
  { workspace_id, endpoint_id, id, delivery_id, attempt }: Attempt,
  { outcome, statusCode, durationMs }: Result,
  { status, waitMs }: Verdict,
): void {
  const line = {
    workspace_id,
    endpoint_id,
    delivery: id,
    delivery_id,
    attempt,
    outcome,
    status_code: statusCode,
    duration_ms: durationMs,
  }
  if (outcome === 'success') log.debug(line, 'delivered')
  else log.info({ ...line, delivery_status: status, wait_ms: Math.round(waitMs) }, 'attempt failed')
}

import type { Tracing } from '@matterbase/config'
import type { Attempt } from './attempt.ts'
import type { Result } from './outcome.ts'

/**
 * Sends an attempt as a step of the trace of what it tells, and tells the receiver of it by a header. Neither its
 * address nor anything that is sent is in the trace.
 */
export async function traced(
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

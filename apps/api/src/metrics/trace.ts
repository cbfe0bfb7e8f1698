import type { Tracing } from '@matterbase/config'
import { whenGone } from '@matterbase/db'
import type { RequestHandler } from 'express'
import { stateOf, statusOf } from '../http/log/request-state.ts'
import { methodOf } from './measure.ts'

/** Makes each request a step of a trace, with its operation and status, but no sent or returned data. */
export function traceRequests(tracing: Tracing): RequestHandler {
  return (req, res, next) => {
    const span = tracing.begin('other', { kind: 'server', parent: req.get('traceparent') })
    const state = stateOf(req)
    state.traceparent = span.traceparent
    whenGone(res, () => {
      const { operation, requestId, errorCode } = state
      const status = statusOf(res)
      span.end({
        name: operation?.operationId ?? 'other',
        attributes: {
          'http.request.method': methodOf(req),
          'http.response.status_code': status,
          'matterbase.request_id': requestId,
          ...(operation && { 'http.route': operation.path }),
        },
        error: status >= 500 ? (errorCode ?? String(status)) : undefined,
      })
    })
    next()
  }
}

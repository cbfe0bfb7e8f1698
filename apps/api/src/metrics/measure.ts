import type { Request, RequestHandler } from 'express'
import { stateOf, statusOf } from '../http/log/request-state.ts'
import type { Metrics } from './metrics.ts'

// Whatever else somebody sends is one label, since each label is kept for ever.
const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

export const methodOf = ({ method }: Request) => (methods.has(method) ? method : 'other')

/** Counts and times every request. Those of no operation, such as files of the dashboard, are `other`. */
export function measure(metrics: Metrics): RequestHandler {
  return (req, res, next) => {
    const started = performance.now()
    res.once('close', () => {
      const { operation, errorCode = '' } = stateOf(req)
      const status = String(statusOf(res))
      const labels = { operation: operation?.operationId ?? 'other', method: methodOf(req), status, code: errorCode }
      metrics.request(labels, (performance.now() - started) / 1000)
    })
    next()
  }
}

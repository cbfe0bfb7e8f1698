import { whenGone } from '@matterbase/db'
import type { Request, RequestHandler } from 'express'
import { stateOf, statusOf } from '../http/log/request-state.ts'
import type { Metrics } from './metrics.ts'

// Unknown methods share one label; every label value stays in memory.
const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

export const methodOf = ({ method }: Request) => (methods.has(method) ? method : 'other')

/** Counts and times each request. Requests without an operation, such as files of the dashboard, are `other`. */
export function measure(metrics: Metrics): RequestHandler {
  return (req, res, next) => {
    const started = performance.now()
    whenGone(res, () => {
      const { operation, errorCode = '' } = stateOf(req)
      const status = String(statusOf(res))
      const labels = { operation: operation?.operationId ?? 'other', method: methodOf(req), status, code: errorCode }
      metrics.request(labels, (performance.now() - started) / 1000)
    })
    next()
  }
}

import { whenGone } from '@matterbase/db'
import type { Request, RequestHandler } from 'express'
import type { Logger } from 'pino'
import { maskedPath } from './masked-path.ts'
import { addressOf, stateOf, statusOf } from './request-state.ts'

/** The path of a request, without its query and its tokens. Anyone with a token can use its link. */
export const pathOf = ({ originalUrl }: Pick<Request, 'originalUrl'>) => maskedPath(originalUrl)

/** Logs one line per request, without bodies and API keys. */
export function requestLog(log: Logger): RequestHandler {
  return (req, res, next) => {
    const started = performance.now()
    const ip = addressOf(req)
    whenGone(res, () => {
      const { requestId, caller, error } = stateOf(req)
      if (error === undefined && !log.isLevelEnabled('info')) return
      const line = {
        request_id: requestId,
        method: req.method,
        path: pathOf(req),
        status: statusOf(res),
        ms: Math.round((performance.now() - started) * 10) / 10,
        ip,
        key_id: caller?.key?.id,
        user_id: caller?.user?.id,
        ...(error !== undefined && { err: error }),
      }
      if (error !== undefined) log.error(line, 'request failed')
      else log.info(line, 'request')
    })
    next()
  }
}

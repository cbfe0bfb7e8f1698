import type { RequestHandler } from 'express'
import type { RateLimiter } from '../http/access/rate-limit.ts'
import { countVisit } from '../http/access/visits.ts'
import { sendNotice } from './page.ts'

/** Counts what one address asks of the public pages, forms included, which have a lower limit of their own. */
export function limitVisits(limiter: RateLimiter): RequestHandler {
  return async (req, res, next) => {
    const seconds = await countVisit(limiter, req)
    if (seconds === 0) return next()
    res.set('Retry-After', String(seconds))
    sendNotice(res, 429, ({ notices: { tooMany } }) => ({ ...tooMany, sentence: tooMany.sentence(seconds) }))
  }
}

import type { RequestHandler } from 'express'
import { visitorOf } from '../http/browser/visitor.ts'
import { networkOf } from '../http/access/network-of.ts'
import type { RateLimiter } from '../http/access/rate-limit.ts'
import { sendNotice } from './page.ts'

// Everybody in an office can come from one address.
const perMinute = 300

/** Counts what one address looks at of the public pages; forms that are sent have a limit of their own. */
export function limitVisits(limiter: RateLimiter): RequestHandler {
  return async (req, res, next) => {
    if (req.method !== 'GET' && req.method !== 'HEAD') return next()
    const { allowed, msLeft } = await limiter.count(`visit/${networkOf(visitorOf(req).ip)}`, perMinute)
    if (allowed) return next()
    const seconds = Math.max(1, Math.ceil(msLeft / 1000))
    res.set('Retry-After', String(seconds))
    sendNotice(
      res,
      429,
      'Too many pages at once',
      `Your network opened more than ${perMinute} pages in a minute. Please try again in ${seconds} seconds.`,
    )
  }
}

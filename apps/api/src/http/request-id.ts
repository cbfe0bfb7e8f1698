import { randomUUID } from 'node:crypto'
import type { RequestHandler } from 'express'

/** Every answer has an `X-Request-Id`; a usable one from the caller is kept. */
export const requestId: RequestHandler = (req, res, next) => {
  const given = req.get('x-request-id')
  const id = given && /^[\w.-]{1,128}$/.test(given) ? given : randomUUID()
  res.locals['requestId'] = id
  res.set('X-Request-Id', id)
  next()
}

import { randomUUID } from 'node:crypto'
import type { RequestHandler } from 'express'
import { ApiError } from '../errors/api-error.ts'
import { beginState } from './request-state.ts'

/** Every answer has an `X-Request-Id`; a usable one from the caller is kept. */
export const requestId: RequestHandler = (req, res, next) => {
  const given = req.headers['x-request-id']
  const id = typeof given === 'string' && /^[\w.-]{1,128}$/.test(given) ? given : randomUUID()
  beginState(req, id)
  res.setHeader('X-Request-Id', id)
  // RFC 9112 §3.2; Node itself would answer without a body.
  if (req.httpVersion === '1.1' && req.headers.host === undefined)
    throw new ApiError('malformed_request', 'The request has no Host header')
  next()
}

import { randomUUID } from 'node:crypto'
import type { RequestHandler } from 'express'
import { cutPorts } from '../access/forwarded-for.ts'
import { ApiError } from '../errors/api-error.ts'
import type { DocUrls } from '../errors/doc-urls.ts'
import { beginState } from './request-state.ts'

/** Begins the state of each request, and sends an `X-Request-Id`. A valid ID of the caller is kept. */
export const requestId =
  (docUrls: DocUrls): RequestHandler =>
  (req, res, next) => {
    const given = req.headers['x-request-id']
    const id = typeof given === 'string' && /^[\w.-]{1,128}$/.test(given) ? given : randomUUID()
    beginState(req, id, docUrls)
    cutPorts(req.headers)
    res.setHeader('X-Request-Id', id)
    // RFC 9112 §3.2. Node.js would respond without a body.
    if (req.httpVersion === '1.1' && req.headers.host === undefined)
      throw new ApiError('malformed_request', 'The request has no Host header. Send one.')
    if (hasTwoHosts(req.rawHeaders))
      throw new ApiError('malformed_request', 'The request has more than one Host header. Send one.')
    next()
  }

/** Node.js takes the first of several. */
function hasTwoHosts(names: readonly string[]): boolean {
  let hosts = 0
  for (let at = 0; at < names.length; at += 2) if (isHost.test(names[at] ?? '')) hosts++
  return hosts > 1
}

const isHost = /^host$/i

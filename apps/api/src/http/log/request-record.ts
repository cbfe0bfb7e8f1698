import { whenGone } from '@matterbase/db'
import type { Request, RequestHandler, Response } from 'express'
import type { Caller } from '../access/caller.ts'
import { joined } from '../answer/raw-json.ts'
import type { RequestRecorder } from './request-recorder.ts'
import { addressOf, stateOf, statusOf } from './request-state.ts'

/** The most bytes of a body in the request log. */
const keptBytes = 16 * 1024

/** Records each request with a valid API key, after its end. */
export function recordRequest(recorder: RequestRecorder): RequestHandler {
  return (req, res, next) => {
    const started = { at: new Date(), ms: performance.now(), url: req.url }
    whenGone(res, () => {
      const { caller } = stateOf(req)
      if (caller?.key) recorder.add(recordOf(req, res, { caller, keyId: caller.key.id, ...started }))
    })
    next()
  }
}

interface Known {
  readonly caller: Caller
  readonly keyId: number
  readonly at: Date
  readonly ms: number
  /** The path below the base path, with the query. */
  readonly url: string
}

function recordOf(req: Request, res: Response, { caller, keyId, at, ms, url }: Known) {
  const { requestId, operation, answer, body } = stateOf(req)
  const [path = '/', ...query] = url.split('?')
  const status = statusOf(res)
  return {
    workspaceId: caller.workspaceId,
    requestId,
    keyId,
    at,
    method: req.method,
    path: path.slice(0, 2_048),
    query: query.length > 0 ? query.join('?').slice(0, 2_048) : null,
    operation: operation?.operationId ?? null,
    status,
    durationMs: Math.round((performance.now() - ms) * 10) / 10,
    errorCode: status >= 400 && answer ? codeOf(joined(answer)) : null,
    ip: addressOf(req) || null,
    userAgent: req.headers['user-agent']?.slice(0, 512) ?? null,
    requestBody: beginningOf(body),
    responseBody: isPlainRead(req, status) ? undefined : beginningOf(answer && joined(answer)),
  }
}

/** Responses of reads can be requested again, and would be most of the log. */
const isPlainRead = ({ method }: Request, status: number) => status < 400 && (method === 'GET' || method === 'HEAD')

const codeOf = (text: string) => /"code":"(\w+)"/.exec(text.slice(0, 2_048))?.[1] ?? null

/** The beginning of a long body, copied because a slice would keep the whole body in memory. */
function beginningOf(body: Buffer | string | undefined): Buffer | string | undefined {
  if (body === undefined || body.length <= keptBytes) return body
  const bytes = typeof body === 'string' ? Buffer.from(body.slice(0, keptBytes)) : body
  let end = keptBytes
  // Not in the middle of a character, which has at most four bytes.
  while (end > keptBytes - 3 && isContinued(bytes[end])) end--
  return Buffer.from(bytes.subarray(0, end))
}

/** True for a continuation byte of UTF-8. */
const isContinued = (byte = 0) => (byte & 0xc0) === 0x80

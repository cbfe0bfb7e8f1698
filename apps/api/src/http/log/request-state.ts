import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Operation } from '@matterbase/schemas'
import type { Request } from 'express'
import type { Caller } from '../access/caller.ts'
import type { Piece } from '../answer/raw-json.ts'
import type { DocUrls } from '../errors/doc-urls.ts'

/** What becomes known of a request on its way; the logs read it once it is over. */
export interface RequestState {
  readonly requestId: string
  /** For the `doc_url` of an error. */
  readonly docUrls?: DocUrls | undefined
  /** Where it comes from; empty when that is not known any more. */
  address?: string
  caller?: Caller
  operation?: Operation<string>
  /** The body as it came, after inflating. */
  body?: Buffer
  /** The answer's text, in pieces. */
  answer?: readonly Piece[]
  /** Of an answer that is an error. */
  errorCode?: string
  /** Its step of the trace that it belongs to, where requests are traced. */
  traceparent?: string
  /** What made the answer a 500 or 503. */
  error?: unknown
}

// A member of the request: a WeakMap of all of them is gone through each time that garbage is collected.
const known = Symbol('what is known of the request')

interface Stated extends IncomingMessage {
  [known]?: RequestState
}

export function beginState(req: Stated, requestId: string, docUrls?: DocUrls): RequestState {
  const state = { requestId, docUrls }
  req[known] = state
  return state
}

export const stateOf = (req: Stated): RequestState => req[known] ?? beginState(req, randomUUID())

/** Where a request comes from. Express goes through the addresses of all proxies each time that it is asked. */
export const addressOf = (req: Request): string => (stateOf(req).address ??= req.ip ?? '')

/** What became of an answer: its status, or 499 when the caller left before its end. */
export const statusOf = (res: ServerResponse): number => (res.writableFinished ? res.statusCode : 499)

import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Operation } from '@matterbase/schemas'
import type { Request } from 'express'
import type { Caller } from '../access/caller.ts'
import type { Piece } from '../answer/raw-json.ts'
import type { DocUrls } from '../errors/doc-urls.ts'

/** The facts about a request. The logs read them after its end. */
export interface RequestState {
  readonly requestId: string
  /** For the `doc_url` of an error. */
  readonly docUrls?: DocUrls | undefined
  /** The address of the caller. Empty if the connection is already closed. */
  address?: string
  caller?: Caller
  operation?: Operation<string>
  /** The decompressed body. */
  body?: Buffer
  /** The pieces of the response. */
  answer?: readonly Piece[]
  /** The code of an error response. */
  errorCode?: string
  /** The trace step of the request, if requests are traced. */
  traceparent?: string
  /** The cause of a 500 or 503. */
  error?: unknown
}

// A property of the request, because each garbage collection visits all entries of a WeakMap.
const state = Symbol('state of the request')

interface Stated extends IncomingMessage {
  [state]?: RequestState
}

export function beginState(req: Stated, requestId: string, docUrls?: DocUrls): RequestState {
  const begun = { requestId, docUrls }
  req[state] = begun
  return begun
}

export const stateOf = (req: Stated): RequestState => req[state] ?? beginState(req, randomUUID())

/** The address of the caller. Cached, because Express checks the addresses of all proxies for each call. */
export const addressOf = (req: Request): string => (stateOf(req).address ??= req.ip ?? '')

/** The status of a response, or 499 if the caller left before its end. */
export const statusOf = (res: ServerResponse): number => (res.writableFinished ? res.statusCode : 499)

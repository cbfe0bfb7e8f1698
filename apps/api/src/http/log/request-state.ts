import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Operation } from '@matterbase/schemas'
import type { Caller } from '../access/caller.ts'

/** What becomes known of a request on its way; the logs read it once it is over. */
export interface RequestState {
  readonly requestId: string
  caller?: Caller
  operation?: Operation<string>
  /** The body as it came, after inflating. */
  body?: Buffer
  /** The answer's text, in pieces. */
  answer?: readonly string[]
  /** Of an answer that is an error. */
  errorCode?: string
  /** Its step of the trace that it belongs to, where requests are traced. */
  traceparent?: string
  /** What made the answer a 500 or 503. */
  error?: unknown
}

const states = new WeakMap<IncomingMessage, RequestState>()

export function beginState(req: IncomingMessage, requestId: string): RequestState {
  const state = { requestId }
  states.set(req, state)
  return state
}

export const stateOf = (req: IncomingMessage): RequestState => states.get(req) ?? beginState(req, randomUUID())

/** What became of an answer: its status, or 499 when the caller left before its end. */
export const statusOf = (res: ServerResponse): number => (res.writableFinished ? res.statusCode : 499)

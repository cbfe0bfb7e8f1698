import { IncomingMessage } from 'node:http'
import type { RequestListener, ServerResponse } from 'node:http'
import type { Express } from 'express'
import { answersInProgress } from './sending/answers-in-progress.ts'
import type { AnswersInProgress } from './sending/answers-in-progress.ts'
import { boundedResponse } from './sending/bounded-response.ts'

/** The classes of requests and responses. */
export interface Messages {
  readonly IncomingMessage: typeof IncomingMessage
  readonly ServerResponse: typeof ServerResponse
}

/** A listener, and the classes of its messages. Default: the classes of Node.js. */
export type App = RequestListener & Partial<Messages>

/**
 * Creates message classes with the prototypes of an Express app, after all routes are mounted. Express otherwise changes the
 * prototype of each request and response, which deoptimizes V8: a tenth of the cost of a get.
 */
export function giveMessages(app: Express, answers: AnswersInProgress = answersInProgress()): Messages {
  class Received extends IncomingMessage {}
  const Answered = boundedResponse(answers)
  Object.setPrototypeOf(Received.prototype, app.request)
  Object.setPrototypeOf(Answered.prototype, app.response)
  Object.assign(app, { request: Received.prototype, response: Answered.prototype })
  return { IncomingMessage: Received, ServerResponse: Answered }
}

import { IncomingMessage } from 'node:http'
import type { RequestListener, ServerResponse } from 'node:http'
import type { Express } from 'express'
import { answersInProgress } from './sending/answers-in-progress.ts'
import type { AnswersInProgress } from './sending/answers-in-progress.ts'
import { boundedResponse } from './sending/bounded-response.ts'

/** The classes of what a server receives and of its answers. */
export interface Messages {
  readonly IncomingMessage: typeof IncomingMessage
  readonly ServerResponse: typeof ServerResponse
}

/** A listener, and the classes of its messages. Default: Node's own. */
export type App = RequestListener & Partial<Messages>

/**
 * Gives an app classes whose objects are its own from the start; called once all is mounted. Express changes the prototype of
 * others with every request, after which V8 has to find out anew what they are: a tenth of what a get costs.
 */
export function giveMessages(app: Express, answers: AnswersInProgress = answersInProgress()): Messages {
  class Received extends IncomingMessage {}
  const Answered = boundedResponse(answers)
  Object.setPrototypeOf(Received.prototype, app.request)
  Object.setPrototypeOf(Answered.prototype, app.response)
  Object.assign(app, { request: Received.prototype, response: Answered.prototype })
  return { IncomingMessage: Received, ServerResponse: Answered }
}

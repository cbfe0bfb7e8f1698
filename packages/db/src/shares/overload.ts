const messages = {
  queue: 'Too many wait for their turn',
  wait: 'The turn did not come in time',
  slow: 'The statement took too long',
}

/** A request without a place in its queue, one that waited there too long, or one that takes too long itself. */
export class OverloadedError extends Error {
  override readonly name = 'OverloadedError'
  readonly reason: keyof typeof messages

  constructor(reason: keyof typeof messages) {
    super(messages[reason])
    this.reason = reason
  }
}

/** The caller disconnected before its turn. */
export class HungUpError extends Error {
  override readonly name = 'HungUpError'

  constructor() {
    super('The caller disconnected')
  }
}

// With this many waiting requests, none waits longer than this, so that accepted requests are fast.
const crowd = 128
const crowdMs = 500

/** True if a request that arrived at `since`, by `performance.now()`, has waited too long with this many behind it. */
export const isCrowded = (behind: number, since: number) => behind >= crowd && performance.now() - since > crowdMs

/** A request that there is no room for: others wait already, for too long, or it takes too long itself. */
export class OverloadedError extends Error {
  override readonly name = 'OverloadedError'
  readonly reason: 'queue' | 'slow'

  constructor(reason: 'queue' | 'slow') {
    super(reason === 'queue' ? 'Too many wait for their turn' : 'The statement took too long')
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

// As many are a crowd, of which nobody waits for longer than this: what is accepted is then answered soon.
const crowd = 128
const crowdMs = 500

/** Whether somebody who came at `since`, by `performance.now()`, and has so many behind, has waited for too long. */
export const isCrowded = (behind: number, since: number) => behind >= crowd && performance.now() - since > crowdMs

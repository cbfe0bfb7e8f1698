/** A request that there is no room for: others wait already, for too long, or it takes too long itself. */
export class OverloadedError extends Error {
  override readonly name = 'OverloadedError'
  readonly reason: 'queue' | 'slow'

  constructor(reason: 'queue' | 'slow') {
    super(reason === 'queue' ? 'Too many wait for their turn' : 'The statement took too long')
    this.reason = reason
  }
}

/** Whoever asked has gone before it was their turn: there is nobody to answer. */
export class HungUpError extends Error {
  override readonly name = 'HungUpError'

  constructor() {
    super('Whoever asked has gone')
  }
}

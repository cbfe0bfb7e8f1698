/** What is read is no backup as it was written. */
export class DamagedError extends Error {
  override readonly name = 'DamagedError'

  constructor(what: string, options?: ErrorOptions) {
    super(`The backup is damaged (${what}): nothing was restored; take another one`, options)
  }
}

/** The file differs from the backup that was written. */
export class DamagedError extends Error {
  override readonly name = 'DamagedError'

  constructor(what: string, options?: ErrorOptions) {
    super(`The backup is damaged (${what}): nothing was restored. Use another backup`, options)
  }
}

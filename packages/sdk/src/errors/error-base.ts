/**
 * Gives an error class its name and an `instanceof` that also knows instances made by another copy of this
 * package (ESM beside CJS, two versions in one tree).
 */
export function brand(type: abstract new (...args: never[]) => Error, name: string): void {
  const symbol = Symbol.for(`@matterbase/sdk/${name}`)
  Object.assign(type.prototype, { name, [symbol]: true })
  Object.defineProperty(type, Symbol.hasInstance, {
    value(this: typeof type, value: { [symbol]?: true } | null | undefined) {
      // A class that extends one of ours has no brand of its own.
      return this === type ? value?.[symbol] === true : this.prototype.isPrototypeOf(value as object)
    },
  })
}

/** What a `MatterbaseError` is made of. */
export interface MatterbaseErrorOptions {
  /** Machine-readable and stable. */
  readonly code: string
  /** What it comes from. */
  readonly cause?: unknown
}

/**
 * Everything this package throws is one of these, known across copies of the package.
 *
 * @example
 * catch (error) {
 *   if (error instanceof MatterbaseError) console.log(error.code, error.attempts)
 *   else throw error
 * }
 */
export class MatterbaseError extends Error {
  /** Machine-readable and stable: the service's own code, or one of this package's. */
  readonly code: string
  /** How many requests were sent before this was thrown; 0 when none was. */
  attempts = 0

  /** Made by this package. */
  constructor(message: string, { code, ...options }: MatterbaseErrorOptions) {
    super(message, options)
    this.code = code
  }

  /** A form for logs: no headers, no bodies, no causes. */
  toJSON(): Record<string, unknown> {
    const { name, message, code, attempts } = this
    return { name, message, code, attempts }
  }

  static {
    brand(this, 'MatterbaseError')
  }
}

/** The SDK is used or set up wrongly; nothing was sent. */
export class ConfigError extends MatterbaseError {
  /** Made by this package. */
  constructor(
    message: string,
    options?: {
      /** What it comes from. */
      readonly cause?: unknown
    },
  ) {
    super(message, { ...options, code: 'config_error' })
  }

  static {
    brand(this, 'ConfigError')
  }
}

/**
 * Gives an error class its name and an `instanceof` that also knows instances made by another copy of this
 * package (ESM and CJS, or two versions in one tree).
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

/** Options of a `MatterbaseError`. */
export interface MatterbaseErrorOptions {
  /** Stable code of the error. */
  readonly code: string
  /** The original error. */
  readonly cause?: unknown
}

/**
 * The base class of all errors of this package. `instanceof` also recognizes errors of another copy of the package.
 *
 * @example
 * catch (error) {
 *   if (error instanceof MatterbaseError) console.log(error.code, error.attempts)
 *   else throw error
 * }
 */
export class MatterbaseError extends Error {
  /** Stable code of the error, from the server or from this package. */
  readonly code: string
  /** Number of requests that were sent. 0 if none was sent. */
  attempts = 0

  /** Created by this package. */
  constructor(message: string, { code, ...options }: MatterbaseErrorOptions) {
    super(message, options)
    this.code = code
  }

  /** The error for logs, without headers, bodies and causes. */
  toJSON(): Record<string, unknown> {
    const { name, message, code, attempts } = this
    return { name, message, code, attempts }
  }

  static {
    brand(this, 'MatterbaseError')
  }
}

/** The SDK is used or configured incorrectly. Nothing was sent. */
export class ConfigError extends MatterbaseError {
  /** Created by this package. */
  constructor(
    message: string,
    options?: {
      /** The original error. */
      readonly cause?: unknown
    },
  ) {
    super(message, { ...options, code: 'config_error' })
  }

  static {
    brand(this, 'ConfigError')
  }
}

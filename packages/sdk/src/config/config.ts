import { isPage, readEnv } from './env.ts'
import { formatValue } from '../encoding/encode.ts'
import { ConfigError } from '../errors/error-base.ts'
import { consoleLogger, type Logger } from './logger.ts'
import type { Middleware } from '../requests/middleware.ts'
import type { Throttle } from '../requests/throttle.ts'
import type { Validate } from './validate.ts'
import type { Fetch } from './web-types.ts'

/**
 * Options of the client. An option that is missing or undefined has its default.
 *
 * @example
 * const mb = new Matterbase({
 *   apiKey: 'mb_live_…',
 *   baseUrl: 'https://matters.example.com/api/v1',
 *   strict: true,
 *   deadline: 30_000,
 * })
 */
export interface MatterbaseOptions {
  /** API key of a workspace, `mb_live_…` or `mb_test_…`. Default: the environment variable `MATTERBASE_API_KEY`. */
  readonly apiKey?: string | undefined
  /**
   * Base URL of the API, ending in `/api/v1`, such as `https://matters.example.com/api/v1`. Default: the environment
   * variable `MATTERBASE_BASE_URL`.
   */
  readonly baseUrl?: string | undefined
  /** Longest time in milliseconds for one attempt, including the response body. Default 30,000. `Infinity` for no limit. */
  readonly timeout?: number | undefined
  /** Longest time in milliseconds for a whole call, including retries and waits. Default: no limit. */
  readonly deadline?: number | undefined
  /** Number of retries after the first attempt. Default 2. */
  readonly maxRetries?: number | undefined
  /** Longest `Retry-After` in milliseconds that the client waits for. A longer one throws immediately. Default 60,000. */
  readonly maxRetryAfterMs?: number | undefined
  /**
   * True to refuse unknown fields and parameters with a `BadRequestError` whose `details` name them. Default false: the
   * server ignores them, `withResponse()` returns them in `ignoredFields`, and the client logs a warning.
   */
  readonly strict?: boolean | undefined
  /** The `fetch` function to use. Default: the global `fetch`. */
  readonly fetch?: Fetch | undefined
  /** Functions around every attempt. The first one is outermost. Default none. */
  readonly middleware?: readonly Middleware[] | undefined
  /** Receives log lines. Default: the console, at the level in `MATTERBASE_LOG` (`debug`, `info`, `warn` or `off`; default `warn`). */
  readonly logger?: Logger | undefined
  /**
   * True to send an `Idempotency-Key` with every POST. `false` sends none and never retries a POST. A function returns
   * your own idempotency keys. Default `true`.
   */
  readonly idempotency?: boolean | (() => string) | undefined
  /** Keeps requests below the rate limit. See `createThrottle` of `@matterbase/sdk/throttle`. Default none. */
  readonly throttle?: Throttle | undefined
  /** Checks every returned record. See `validator`. Default none. */
  readonly validate?: Validate | undefined
  /** Allows use in a web page, where every visitor can read the API key. Default false. */
  readonly dangerouslyAllowBrowser?: boolean | undefined
}

/** Time limits and retries of a call. */
export interface Limits {
  readonly timeout: number
  readonly deadline: number
  readonly maxRetries: number
  readonly maxRetryAfterMs: number
}

/** Limits among the options. */
type Given = { readonly [Name in keyof Limits]?: Limits[Name] | undefined }

/** Resolved options. */
export interface Config extends Limits, Pick<MatterbaseOptions, 'strict' | 'fetch' | 'throttle' | 'validate'> {
  readonly apiKey: string
  readonly baseUrl: string
  readonly middleware: readonly Middleware[]
  readonly logger: Logger
  readonly newIdempotencyKey: () => string | undefined
}

/** @throws {ConfigError} if an option is missing or invalid. The message names the option and its variable. */
export function resolveConfig(options: MatterbaseOptions): Config {
  if (isPage() && options.dangerouslyAllowBrowser !== true) {
    throw new ConfigError(
      'In a web page, visitors can read the API key. Use a server, or set dangerouslyAllowBrowser: true',
    )
  }
  const { idempotency = true, middleware = [], logger = consoleLogger(readEnv('MATTERBASE_LOG')) } = options
  return {
    ...options,
    ...limitsOf(options, { timeout: 30_000, deadline: Infinity, maxRetries: 2, maxRetryAfterMs: 60_000 }),
    apiKey: readKey(options.apiKey),
    baseUrl: readBaseUrl(options.baseUrl),
    middleware,
    logger,
    newIdempotencyKey:
      typeof idempotency === 'function' ? idempotency : () => (idempotency ? crypto.randomUUID() : undefined),
  }
}

function readKey(option: string | undefined): string {
  const key = option?.trim() || readEnv('MATTERBASE_API_KEY')
  if (!key) throw new ConfigError('No API key. Pass apiKey or set MATTERBASE_API_KEY')
  if (!/^[\x21-\x7e]+$/.test(key)) throw new ConfigError('apiKey has characters that HTTP does not allow')
  return key
}

function readBaseUrl(option: string | undefined): string {
  const value = option?.trim() || readEnv('MATTERBASE_BASE_URL')
  if (!value) {
    throw new ConfigError(
      'No base URL. Pass baseUrl or set MATTERBASE_BASE_URL, such as https://matters.example.com/api/v1',
    )
  }
  const url = parseUrl(value)
  if (!url || !/^https?:$/.test(url.protocol))
    throw new ConfigError('baseUrl must be an HTTP or HTTPS URL, such as https://matters.example.com/api/v1')
  if (url.username || url.password || url.search || url.hash)
    throw new ConfigError('baseUrl must not have a user name, query or fragment')
  return url.href.replace(/\/+$/, '')
}

function parseUrl(value: string): URL | undefined {
  try {
    return new URL(value)
  } catch {
    return undefined
  }
}

/** @throws {ConfigError} if an option is invalid. */
export const limitsOf = (options: Given, defaults: Limits): Limits => ({
  timeout: positive('timeout', options, defaults),
  deadline: positive('deadline', options, defaults),
  maxRetries: whole('maxRetries', options, defaults),
  maxRetryAfterMs: whole('maxRetryAfterMs', options, defaults),
})

/** An option in milliseconds, `Infinity` allowed. */
function positive(name: keyof Limits, options: Given, defaults: Limits): number {
  const { [name]: value = defaults[name] } = options
  if (typeof value === 'number' && value > 0) return value
  throw new ConfigError(`${name} must be a number of milliseconds above 0, or Infinity, not ${formatValue(value)}`)
}

/** An option that is 0 or more. */
function whole(name: keyof Limits, options: Given, defaults: Limits): number {
  const { [name]: value = defaults[name] } = options
  if (typeof value === 'number' && value >= 0) return value
  throw new ConfigError(`${name} must be a number, 0 or more, not ${formatValue(value)}`)
}

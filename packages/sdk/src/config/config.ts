import { isPage, readEnv } from './env.ts'
import { ConfigError } from '../errors/error-base.ts'
import { consoleLogger, type Logger } from './logger.ts'
import type { Middleware } from '../requests/middleware.ts'
import type { Throttle } from '../requests/throttle.ts'
import type { Validate } from './validate.ts'
import type { Fetch } from './web-types.ts'

/**
 * Options of the client. One that is left out or undefined has its default.
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
  /** `mb_live_…` or `mb_test_…`. Default: `MATTERBASE_API_KEY`. */
  readonly apiKey?: string | undefined
  /** With `/api/v1`, say `https://matters.example.com/api/v1`. Default: `MATTERBASE_BASE_URL`. */
  readonly baseUrl?: string | undefined
  /** Milliseconds for one attempt, its answer's body included. Default 30,000; `Infinity` for none. */
  readonly timeout?: number | undefined
  /** Milliseconds for a whole call: every attempt and the waits between. Default none. */
  readonly deadline?: number | undefined
  /** Attempts after the first. Default 2. */
  readonly maxRetries?: number | undefined
  /** A `Retry-After` longer than this throws at once. Milliseconds, default 60,000. */
  readonly maxRetryAfterMs?: number | undefined
  /**
   * Whether fields and parameters that the service does not know are refused, as a `BadRequestError` whose `details`
   * name them. Default false: they are left out, listed in `ignoredFields` of `withResponse()`, and warned of.
   */
  readonly strict?: boolean | undefined
  /** Default: the global `fetch`. */
  readonly fetch?: Fetch | undefined
  /** Around every attempt, the first one outermost. */
  readonly middleware?: readonly Middleware[] | undefined
  /** Default: the console, from the level that `MATTERBASE_LOG` names: `debug`, `info`, `warn` (the default) or `off`. */
  readonly logger?: Logger | undefined
  /** An Idempotency-Key on every POST (`true`, the default), none (`false`: no POST is retried), or your own keys. */
  readonly idempotency?: boolean | (() => string) | undefined
  /** Holds requests back before the service refuses them; see `createThrottle` of `@matterbase/sdk/throttle`. Default none. */
  readonly throttle?: Throttle | undefined
  /** Looks at every record that is answered; see `validator`. Default none. */
  readonly validate?: Validate | undefined
  /** Needed in a page (window and document), where every visitor could read the key. */
  readonly dangerouslyAllowBrowser?: boolean | undefined
}

/** How long a call may take and how often it is tried: the same of a client and of each call. */
export interface Limits {
  readonly timeout: number
  readonly deadline: number
  readonly maxRetries: number
  readonly maxRetryAfterMs: number
}

/** As options say them. */
type Given = { readonly [Name in keyof Limits]?: Limits[Name] | undefined }

/** What has no default stays as it was given. */
export interface Config extends Limits, Pick<MatterbaseOptions, 'strict' | 'fetch' | 'throttle' | 'validate'> {
  readonly apiKey: string
  readonly baseUrl: string
  readonly middleware: readonly Middleware[]
  readonly logger: Logger
  readonly newIdempotencyKey: () => string | undefined
}

/** @throws {ConfigError} naming the option and its variable. */
export function resolveConfig(options: MatterbaseOptions): Config {
  if (isPage() && options.dangerouslyAllowBrowser !== true) {
    throw new ConfigError(
      'This is a page: anyone who opens it could read the API key. Call the API from a server, or set dangerouslyAllowBrowser: true',
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
  if (!key) throw new ConfigError('There is no API key: pass apiKey or set MATTERBASE_API_KEY')
  if (!/^[\x21-\x7e]+$/.test(key)) throw new ConfigError('apiKey has characters that a header cannot carry')
  return key
}

function readBaseUrl(option: string | undefined): string {
  const value = option?.trim() || readEnv('MATTERBASE_BASE_URL')
  if (!value) {
    throw new ConfigError('There is no base URL: pass baseUrl or set MATTERBASE_BASE_URL, with /api/v1 at its end')
  }
  const url = parseUrl(value)
  if (!url || !/^https?:$/.test(url.protocol))
    throw new ConfigError('baseUrl has to be an http or https URL such as https://matters.example.com/api/v1')
  if (url.username || url.password || url.search || url.hash)
    throw new ConfigError('baseUrl cannot have a user, a query or a fragment')
  return url.href.replace(/\/+$/, '')
}

function parseUrl(value: string): URL | undefined {
  try {
    return new URL(value)
  } catch {
    return undefined
  }
}

/** @throws {ConfigError} naming the option that has no meaning. */
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
  throw new ConfigError(`${name} has to be a number of milliseconds above 0, or Infinity`)
}

/** An option that is 0 or more. */
function whole(name: keyof Limits, options: Given, defaults: Limits): number {
  const { [name]: value = defaults[name] } = options
  if (typeof value === 'number' && value >= 0) return value
  throw new ConfigError(`${name} has to be a number, 0 or more`)
}

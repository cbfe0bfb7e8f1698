/** Fields of a log line. Headers, bodies and queries are never logged. */
export interface LogFields {
  /** HTTP method, such as `GET`. */
  readonly method: string
  /** Path below the base URL, without the query. */
  readonly path: string
  /** Number of the attempt, starting at 1. */
  readonly attempt: number
  /** Duration of the attempt in milliseconds. */
  readonly ms?: number | undefined
  /** HTTP status of the response. */
  readonly status?: number | undefined
  /** ID of the request, for the operator of the server. */
  readonly requestId?: string | undefined
  /** Code of the error, if there is no response. */
  readonly error?: string | undefined
  /** Wait before the next attempt in milliseconds. */
  readonly waitMs?: number | undefined
  /** Fields and parameters that the server ignored. */
  readonly ignored?: readonly string[] | undefined
}

/**
 * Receives the log lines of the client. `console`, pino and most other loggers fit.
 *
 * @example
 * const mb = new Matterbase({ logger: console })
 */
export interface Logger {
  /** Called for every attempt. */
  debug(message: string, fields: LogFields): void
  /** Called for every retry. */
  info(message: string, fields: LogFields): void
  /** Called for deprecations and ignored fields, once for each. */
  warn(message: string, fields: LogFields): void
}

const levels = ['debug', 'info', 'warn'] as const
const silence = () => {}

/** Logs to the console from `level` on. Any value other than debug, info or warn is silent. */
export function consoleLogger(level: string = 'warn'): Logger {
  const from = levels.findIndex((each) => each === level)
  const at = (index: number, name: (typeof levels)[number]): Logger['debug'] =>
    from >= 0 && index >= from ? (message, fields) => console[name](message, fields) : silence
  return { debug: at(0, 'debug'), info: at(1, 'info'), warn: at(2, 'warn') }
}

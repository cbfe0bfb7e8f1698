/** What one line is about. Only these facts are ever logged: no headers, no bodies, no query. */
export interface LogFields {
  /** `GET`, `POST` and so on. */
  readonly method: string
  /** Below the base URL, without the query. */
  readonly path: string
  /** 1 for the first. */
  readonly attempt: number
  /** Milliseconds that the attempt took. */
  readonly ms?: number | undefined
  /** The HTTP status of the answer. */
  readonly status?: number | undefined
  /** The service's name of the request. */
  readonly requestId?: string | undefined
  /** The code of the error that the attempt failed with, where there was no answer. */
  readonly error?: string | undefined
  /** Milliseconds before the next attempt. */
  readonly waitMs?: number | undefined
  /** Names of fields and parameters that the service did not know. */
  readonly ignored?: readonly string[] | undefined
}

/**
 * Where the client's lines go: `console`, pino and most others fit.
 *
 * @example
 * const mb = new Matterbase({ logger: console })
 */
export interface Logger {
  /** Every attempt. */
  debug(message: string, fields: LogFields): void
  /** Retries. */
  info(message: string, fields: LogFields): void
  /** Deprecations, and what the service ignored. */
  warn(message: string, fields: LogFields): void
}

const levels = ['debug', 'info', 'warn'] as const
const silence = () => {}

/** The console from `level` on; silent when it names none of debug, info, warn, as `off` does. */
export function consoleLogger(level: string = 'warn'): Logger {
  const from = levels.findIndex((each) => each === level)
  const at = (index: number, name: (typeof levels)[number]): Logger['debug'] =>
    from >= 0 && index >= from ? (message, fields) => console[name](message, fields) : silence
  return { debug: at(0, 'debug'), info: at(1, 'info'), warn: at(2, 'warn') }
}

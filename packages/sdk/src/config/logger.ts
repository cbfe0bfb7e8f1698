/** What one line is about. Only these facts are ever logged: no headers, no bodies, no query. */
export interface LogFields {
  readonly method: string
  readonly path: string
  readonly attempt: number
  readonly ms?: number | undefined
  readonly status?: number | undefined
  readonly requestId?: string | undefined
  readonly error?: string | undefined
  readonly waitMs?: number | undefined
}

/** `console`, pino and most others fit. `debug`: every attempt; `info`: retries; `warn`: deprecations. */
export interface Logger {
  debug(message: string, fields: LogFields): void
  info(message: string, fields: LogFields): void
  warn(message: string, fields: LogFields): void
}

const levels = ['debug', 'info', 'warn'] as const
const silence = () => {}

/** The console from `level` on; silent when it names none of debug, info, warn. */
export function consoleLogger(level: string | undefined): Logger {
  const from = levels.findIndex((each) => each === level)
  const at = (index: number, name: (typeof levels)[number]): Logger['debug'] =>
    from >= 0 && index >= from ? (message, fields) => console[name](message, fields) : silence
  return { debug: at(0, 'debug'), info: at(1, 'info'), warn: at(2, 'warn') }
}

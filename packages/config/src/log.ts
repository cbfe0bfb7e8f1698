import { pino, stdSerializers } from 'pino'
import type { Level, Logger } from 'pino'

/** The properties of errors in which drivers store their connection, which would log hundreds of lines per lost connection. */
const insides = ['client', 'connection', 'socket']

const serializers = {
  err(error: unknown): unknown {
    if (!(error instanceof Error)) return error
    return Object.fromEntries(Object.entries(stdSerializers.err(error)).filter(([name]) => !insides.includes(name)))
  },
}

export interface LogOptions {
  readonly level: Level
  /** Default: text on a terminal, else JSON. */
  readonly format?: 'json' | 'text' | undefined
}

/**
 * Logs to standard output: one JSON object per line, or text on a terminal. Drops lines after the reader has closed the
 * stream, because pino's own destination would retry forever when the program ends.
 */
export async function openLog(name: string, { level, format }: LogOptions): Promise<Logger> {
  const { stdout } = process
  stdout.on('error', () => undefined)
  if (format === 'json' || (format === undefined && !stdout.isTTY)) return pino({ name, level, serializers }, stdout)
  const { prettyFactory } = await import('pino-pretty')
  const described = prettyFactory({
    colorize: stdout.isTTY,
    singleLine: true,
    ignore: 'pid,hostname',
    translateTime: "UTC:yyyy-mm-dd'T'HH:MM:ss.l'Z'",
  })
  return pino({ name, level, serializers }, { write: (line) => void stdout.write(described(line)) })
}

import { pino, stdSerializers } from 'pino'
import type { Level, Logger } from 'pino'

/** Where a driver puts its connection on what it throws: hundreds of lines of its insides, for each connection that is lost. */
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
 * A program's log on standard output: a JSON object on a line, or text for people. Once its reader has gone, lines
 * are dropped; pino's own way of writing would try again for ever when the program ends.
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

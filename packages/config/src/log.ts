import { pino } from 'pino'
import type { Level, Logger } from 'pino'

/**
 * A program's log: JSON lines on standard output. Once its reader has gone, lines are dropped; pino's own way of
 * writing would try again for ever when the program ends.
 */
export function openLog(name: string, level: Level): Logger {
  process.stdout.on('error', () => undefined)
  return pino({ name, level }, process.stdout)
}

import { ConfigError } from '../errors/error-base.ts'

// How the contract names them; `test/contract-types.test.ts` holds every date of it against these two.
export const isDay = (name: string): boolean => /date$|_on$/.test(name)
export const isMoment = (name: string): boolean => /_(since|time|at)$|^(from|to)$/.test(name)

/**
 * A value as it is sent. The one rule of dates: a moment is a Date or a text, and a plain date or a time without a zone
 * among them is one of UTC; a calendar date is a text, or a Date at the start of its day in UTC.
 * @throws {ConfigError} when a Date is invalid, or is a time of day where only a day can be kept.
 */
export function dated(name: string, value: unknown): unknown {
  if (value instanceof Date) return isDay(name) ? toDay(name, value) : toIso(name, value)
  return typeof value === 'string' && isMoment(name) ? zoned(value) : value
}

/** @throws {ConfigError} when the date is none, say of a text that could not be parsed. */
function toIso(name: string, date: Date): string {
  if (Number.isNaN(date.getTime())) throw new ConfigError(`${name} is an invalid Date`)
  return date.toISOString()
}

function toDay(name: string, date: Date): string {
  const [day = '', time] = toIso(name, date).split('T')
  if (time === '00:00:00.000Z') return day
  throw new ConfigError(
    `${name} is a calendar date: pass a text such as '2026-03-14' or a Date at 00:00 UTC, not ${day}T${time}`,
  )
}

/** A day or a time without a zone is one of UTC, as the service reads it; JavaScript takes it for a local one. */
const zoned = (text: string): string =>
  text.replace(/^\d{4}-\d\d-\d\d$/, '$&T00:00:00').replace(/^\d{4}-\d\d-\d\dT[\d:.]+$/i, '$&Z')

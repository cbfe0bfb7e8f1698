import { ConfigError } from '../errors/error-base.ts'

// How the contract names them; `test/contract-types.test.ts` holds every date of it against these two.
export const isDay = (name: string): boolean => /date$|_(on|from|to)$/.test(name)
export const isMoment = (name: string): boolean => /_(since|time|at)$|^(from|to)$/.test(name)

/**
 * A value as it is sent. A time is a Date or a string, and a string without a time zone is UTC. A calendar date is a
 * string, or a Date at 00:00 UTC.
 * @throws {ConfigError} if a Date is invalid, or has a time of day where only a date is allowed.
 */
export function dated(name: string, value: unknown): unknown {
  if (value instanceof Date) return isDay(name) ? toDay(name, value) : toIso(name, value)
  return typeof value === 'string' && isMoment(name) ? zoned(value) : value
}

/** @throws {ConfigError} if the date is invalid. */
function toIso(name: string, date: Date): string {
  if (Number.isNaN(date.getTime())) throw new ConfigError(`${name} must be a valid Date`)
  return date.toISOString()
}

function toDay(name: string, date: Date): string {
  const [day = '', time] = toIso(name, date).split('T')
  if (time === '00:00:00.000Z') return day
  throw new ConfigError(`${name} must be a string such as '2026-03-14' or a Date at 00:00 UTC, not ${day}T${time}`)
}

/** A date or time without a time zone is UTC for the server. JavaScript would read it as local time. */
const zoned = (text: string): string =>
  text.replace(/^\d{4}-\d\d-\d\d$/, '$&T00:00:00').replace(/^\d{4}-\d\d-\d\dT[\d:.]+$/i, '$&Z')

/**
 * The year of a day that is typed without one. `next`: the next such day, from today on. `last`: the last one, until today.
 * `nearest`: the one with the fewest days from today. `this`: the one of this year.
 */
export type MissingYear = 'this' | 'next' | 'last' | 'nearest'

// 29 February is at most eight years away, as from 1896 to 1904.
const yearsAway = Array.from({ length: 17 }, (_, at) => at - 8)

export const daysIn = (year: number, month: number) => new Date(Date.UTC(year, month, 0)).getUTCDate()

interface DayOfYear {
  readonly day: number
  readonly month: number
}

/** The year in which a day without a year is meant. This year for a day that no year has. */
export function meantYear({ day, month }: DayOfYear, today: string, missingYear: MissingYear): number {
  const now = Number(today.slice(0, 4))
  if (missingYear === 'this') return now
  const from = Date.parse(`${today}T00:00:00Z`)
  const found = yearsAway
    .map((away) => ({ year: now + away, away: Date.UTC(now + away, month - 1, day) - from }))
    .filter(({ year }) => day <= daysIn(year, month))
    .filter(({ away }) => missingYear === 'nearest' || (missingYear === 'next' ? away >= 0 : away <= 0))
    .toSorted((a, b) => Math.abs(a.away) - Math.abs(b.away))
  return found[0]?.year ?? now
}

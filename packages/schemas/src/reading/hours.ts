import type { Manner } from '../dash/writing.ts'

export const maxHours = 1_000

/** Computed hours have six decimals, so that 20 minutes at 300 are 100.00. */
export const roundHours = (hours: number) => Math.round(hours * 1e6) / 1e6

/** `1:30` */
export function clockText(hours: number): string {
  const minutes = Math.round(hours * 60)
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`
}

/** `1 h 12 min`, or a number if the hours are not whole minutes. */
export function hoursText(hours: number, manner: Manner): string {
  const minutes = Math.round(hours * 60)
  if (Math.abs(hours * 60 - minutes) > 0.01)
    return `${new Intl.NumberFormat(manner.locale, { maximumFractionDigits: 6 }).format(hours)} h`
  const [whole, rest] = [Math.floor(minutes / 60), minutes % 60]
  if (whole === 0) return `${rest} min`
  return rest === 0 ? `${whole} h` : `${whole} h ${rest} min`
}

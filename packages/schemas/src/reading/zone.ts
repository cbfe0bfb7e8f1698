const minuteMs = 60_000

const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(timeZone: string): Intl.DateTimeFormat {
  let format = formats.get(timeZone)
  if (!format) {
    const two = '2-digit' as const
    format = new Intl.DateTimeFormat('en-u-ca-iso8601-nu-latn', {
      timeZone, year: 'numeric', month: two, day: two, hour: two, minute: two, second: two, hourCycle: 'h23',
    }) // prettier-ignore
    formats.set(timeZone, format)
  }
  return format
}

/** The local time of a moment in a time zone, written as UTC. */
function clocksAt(moment: number, timeZone: string): number {
  const parts = new Map(
    formatOf(timeZone)
      .formatToParts(moment)
      .map(({ type, value }) => [type, Number(value)]),
  )
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0
  return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'))
}

/**
 * The moments at which clocks in a zone show a time of a day, `2026-03-14` and `09:30`. None where clocks are put
 * forward over it, two where they are put back over it.
 */
export function momentsAt(day: string, time: string, timeZone: string): readonly Date[] {
  const wanted = Date.parse(`${day}T${time}Z`)
  // No zone is more than 14 hours from UTC, and none changes twice within two days.
  const offsets = [-26, 26].map((hours) => {
    const around = Math.floor((wanted + hours * 60 * minuteMs) / 1_000) * 1_000
    return clocksAt(around, timeZone) - around
  })
  const moments = [...new Set(offsets)].map((offset) => wanted - offset)
  return moments
    .filter((moment) => clocksAt(moment, timeZone) === Math.floor(wanted / 1_000) * 1_000)
    .sort((a, b) => a - b)
    .map((moment) => new Date(moment))
}

/**
 * The moment of a local time. Two moments can have the same local time: the first one counts. In the gap of a change to
 * summer time, it is the time before the change.
 */
export function momentAt(day: string, time: string, timeZone: string): Date {
  const [first] = momentsAt(day, time, timeZone)
  if (first) return first
  const wanted = Date.parse(`${day}T${time}Z`)
  const before = wanted - 26 * 60 * minuteMs
  return new Date(wanted - (clocksAt(before, timeZone) - before))
}

/** The day that a moment has in a zone: `2026-03-14`. */
export const dayAt = (moment: Date, timeZone: string): string =>
  new Date(clocksAt(moment.getTime(), timeZone)).toISOString().slice(0, 10)

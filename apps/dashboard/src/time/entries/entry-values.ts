import { call } from '../../api/call.ts'
import { change } from '../../api/change.ts'
import { refresh } from '../../api/queries.ts'
import { numberAsTyped } from '../../components/forms/number-as-typed.ts'
import { formatHours } from '../../components/values/formats.ts'
import { dayOfEntry, rateOf, startFor } from './entry.ts'
import type { Entry } from './entry.ts'
import { startOf, today } from '../days.ts'
import type { Day } from '../days.ts'

/** A time entry as the values of its form. */
export interface EntryValues {
  case_id: number | null
  description: string
  duration: string
  day: Day
  hourly_rate: string
  is_billable: boolean
  status: Entry['status']
}

export function valuesOf(entry: Entry | undefined, day: Day = today()): EntryValues {
  if (!entry)
    return { case_id: null, description: '', duration: '', day, hourly_rate: '', is_billable: true, status: 'pending' }
  return {
    case_id: entry.case_id,
    description: entry.description ?? '',
    duration: durationText(entry.duration),
    day: dayOfEntry(entry),
    hourly_rate: String(rateOf(entry) ?? ''),
    is_billable: entry.is_billable,
    status: entry.status,
  }
}

/** In whole minutes where it has them, else exactly. */
function durationText(hours: number | null): string {
  if (hours === null) return ''
  const isWhole = Math.abs(hours * 60 - Math.round(hours * 60)) < 0.01 && hours * 60 >= 1
  return isWhole ? formatHours(hours).replace(' min', 'm').replace(' h', 'h') : `${hours}h`
}

const labels = {
  case_id: 'Matter',
  description: 'Description',
  duration: 'Hours',
  hourly_rate: 'Hourly rate',
  is_billable: 'Billable',
  status: 'Status',
  start_time: 'Start',
  end_time: 'End',
}

/** Creates an entry, or changes what differs from the one that is there. */
export async function saveEntry(
  entry: Entry | undefined,
  values: EntryValues,
  hours: number | undefined,
): Promise<void> {
  const before = valuesOf(entry, values.day)
  const changed = (name: keyof EntryValues) => !entry || values[name] !== before[name]
  const body = {
    ...(changed('case_id') && { case_id: values.case_id }),
    ...(changed('description') && { description: values.description.trim() || null }),
    ...(changed('duration') && { duration: hours ?? null }),
    ...(changed('hourly_rate') && { hourly_rate: numberAsTyped(values.hourly_rate, 'hourly_rate') }),
    ...(changed('is_billable') && { is_billable: values.is_billable }),
    ...(changed('status') && { status: values.status }),
    ...(changed('day') && moved(entry, values.day, hours ?? 0)),
  }
  if (entry) await change('PATCH /time-entries/{id}', { params: { id: entry.id }, body }, { seen: entry, labels })
  else await call('POST /time-entries', { body })
  await refresh()
}

/** The same time of another day. */
function moved(entry: Entry | undefined, day: Day, hours: number) {
  if (!entry?.start_time) return { start_time: startFor(day, hours) }
  const shift = startOf(day).getTime() - startOf(dayOfEntry(entry)).getTime()
  const by = (moment: string) => new Date(Date.parse(moment) + shift).toISOString()
  return { start_time: by(entry.start_time), ...(entry.end_time && { end_time: by(entry.end_time) }) }
}

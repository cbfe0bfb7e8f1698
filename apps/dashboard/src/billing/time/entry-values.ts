import type { Attempt } from '../../api/attempt.ts'
import { call } from '../../api/call.ts'
import { change } from '../../api/change.ts'
import { refresh } from '../../api/queries.ts'
import { decimalText, numberOf } from '../../components/forms/typed/typed-value.ts'
import { startOf, today } from './days.ts'
import type { Day } from './days.ts'
import { dayOfEntry, rateOf, startFor } from './entry.ts'
import type { Entry } from './entry.ts'

interface Begin {
  readonly day?: Day | undefined
  readonly userId?: string | null
}

/** A time entry as the values of its form. */
export interface EntryValues {
  case_id: number | null
  description: string
  duration: string
  day: Day
  hourly_rate: string
  is_billable: boolean
  /** The member who worked. */
  user_id: string | null
}

/** @param begin the day and the member of a new entry. */
export function valuesOf(entry: Entry | undefined, { day = today(), userId = null }: Begin = {}): EntryValues {
  if (!entry)
    return { case_id: null, description: '', duration: '', day, hourly_rate: '', is_billable: true, user_id: userId }
  return {
    case_id: entry.case_id,
    description: entry.description ?? '',
    duration: decimalText(entry.duration),
    day: dayOfEntry(entry),
    hourly_rate: decimalText(rateOf(entry)),
    is_billable: entry.is_billable,
    user_id: entry.user_id,
  }
}

const labels = {
  case_id: 'Matter',
  description: 'Description',
  duration: 'Hours',
  hourly_rate: 'Hourly rate',
  is_billable: 'Billable',
  user_id: 'Member',
  start_time: 'Start',
  end_time: 'End',
}

/**
 * Creates an entry, or saves the changed fields of an existing one.
 *
 * @returns false if the user kept another member's values.
 */
export async function saveEntry(entry: Entry | undefined, values: EntryValues, attempt: Attempt): Promise<boolean> {
  const before = valuesOf(entry, { day: values.day })
  const changed = (name: keyof EntryValues) => !entry || values[name] !== before[name]
  const body = {
    ...(changed('case_id') && { case_id: values.case_id }),
    ...(changed('description') && { description: values.description.trim() || null }),
    ...(changed('duration') && { duration: numberOf(values.duration) }),
    ...(changed('hourly_rate') && { hourly_rate: numberOf(values.hourly_rate) }),
    ...(changed('is_billable') && { is_billable: values.is_billable }),
    ...(changed('user_id') && { user_id: values.user_id }),
    ...(changed('day') && moved(entry, values.day, numberOf(values.duration) ?? 0, attempt.time())),
  }
  let isSaved = true
  if (entry) {
    const input = { params: { id: entry.id }, body }
    isSaved = await change('/time-entries/{id}', input, { seen: entry, labels })
  } else await call('POST /time-entries', { body }, { attempt })
  await refresh()
  return isSaved
}

/** The same time on another day. */
function moved(entry: Entry | undefined, day: Day, hours: number, now: number) {
  if (!entry?.start_time) return { start_time: startFor(day, hours, now) }
  const shift = startOf(day).getTime() - startOf(dayOfEntry(entry)).getTime()
  const by = (moment: string) => new Date(Date.parse(moment) + shift).toISOString()
  return { start_time: by(entry.start_time), ...(entry.end_time && { end_time: by(entry.end_time) }) }
}

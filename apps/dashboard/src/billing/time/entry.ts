import { startOfWork } from '@matterbase/schemas/reading'
import { call } from '../../api/call.ts'
import type { RecordOf } from '../../api/contract.ts'
import { refreshWithout } from '../../api/queries.ts'
import { dayOf, startOf, timeOn, today } from './days.ts'
import type { Day } from './days.ts'

export type Entry = RecordOf<'GET /time-entries'>

/** The day of an entry: its start, or else the time when it was recorded. */
export const dayOfEntry = (entry: Entry): Day => dayOf(new Date(entry.start_time ?? entry.created_at))

export const nameOfEntry = ({ description, activity_type: type, id }: Entry) =>
  description ?? type ?? `Time entry ${id}`

export const rateOf = ({ hourly_rate: hourly, rate }: Entry) => hourly ?? rate

/** The assumed start of work: today it ends now, on other days it starts at nine o'clock in the firm's time zone. */
export function startFor(day: Day, hours: number, now: number): string {
  if (day !== today()) return timeOn(day, startOfWork).toISOString()
  return new Date(Math.max(startOf(day).getTime(), now - hours * 3_600_000)).toISOString()
}

export async function deleteEntry(id: number): Promise<void> {
  await call('DELETE /time-entries/{id}', { params: { id } })
  await refreshWithout('GET /time-entries/{id}', id)
}

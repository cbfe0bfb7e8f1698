import { clockText } from '@matterbase/schemas/reading'
import type { Attempt } from '../../api/attempt.ts'
import { CallError } from '../../api/call-error.ts'
import { call } from '../../api/call.ts'
import { change } from '../../api/change.ts'
import { fieldsToKeep, keptTheirs } from '../../api/conflicts.ts'
import { toast, toastError } from '../../components/overlays/toast.tsx'
import { formatHours } from '../../components/values/formats.ts'
import { spanOf } from '../time/days.ts'
import type { Day } from '../time/days.ts'
import { dayOfEntry, deleteEntry, startFor } from '../time/entry.ts'
import type { SheetEntry } from './sheet.ts'

interface RecordTarget {
  readonly day: Day
  readonly caseId: number | null
  /** The entry that the cell shows. */
  readonly entry: SheetEntry | undefined
  readonly userId: string
  readonly attempt: Attempt
}

const texts = {
  labels: { duration: 'Hours' },
  texts: { duration: (hours: unknown) => (typeof hours === 'number' ? clockText(hours) : '–') },
}

/** Records the hours of a cell as its entry. Asks about hours that were recorded for it since it was drawn. */
export async function recordHours(target: RecordTarget, hours: number): Promise<void> {
  if (target.entry) return changeHours(target.entry, hours)
  const [other, ...more] = await entriesNow(target)
  if (!other) return createEntry(target, hours)
  if (more.length > 0 || other.status !== 'pending')
    throw new CallError(409, { error: 'Other time was recorded here. Open the day to see it.' }, null)
  const versions = { seen: { duration: null }, theirs: { duration: other.duration }, yours: { duration: hours } }
  const kept = await fieldsToKeep(versions, { ...texts, by: () => Promise.resolve('Another tab or member') })
  if (kept.length > 0) toast(keptTheirs)
  else await changeHours(other, hours)
}

/** The user's entries for the cell as they are now. */
async function entriesNow({ day, caseId, userId }: RecordTarget) {
  const query = { ...spanOf(day, 1), user_id: userId }
  const { data } = await call('GET /time-sheet', { query }, { isQuiet: true })
  return data.filter((entry) => entry.case_id === caseId && dayOfEntry(entry) === day)
}

async function createEntry({ day, caseId, attempt }: RecordTarget, hours: number) {
  const body = { case_id: caseId, duration: hours, start_time: startFor(day, hours, attempt.time()) }
  const { data } = await call('POST /time-entries', { body }, { attempt })
  toast(`${formatHours(hours)} recorded`, { undo: () => void deleteEntry(data.id).catch(toastError) })
}

async function changeHours({ id, duration }: SheetEntry, hours: number) {
  const params = { id }
  const { data } = await call('GET /time-entries/{id}', { params }, { isQuiet: true })
  const input = { params, body: { duration: hours } }
  const isSaved = await change('/time-entries/{id}', input, { seen: { ...data, duration }, ...texts })
  if (!isSaved) toast(keptTheirs)
}

import { clockText } from '@matterbase/schemas/reading'
import { useState } from 'react'
import { CallError } from '../../api/call-error.ts'
import { call } from '../../api/call.ts'
import { change, keptTheirs } from '../../api/change.ts'
import { refresh } from '../../api/queries.ts'
import { plainWords } from '../../components/forms/form-errors.ts'
import { duration } from '../../components/forms/typed/typed-kind.ts'
import { toast, toastError } from '../../components/overlays/toast.tsx'
import { formatHours } from '../../components/values/formats.ts'
import type { Day } from '../time/days.ts'
import { deleteEntry, startFor } from '../time/entry.ts'
import { hoursOf } from './sheet.ts'
import type { SheetEntry } from './sheet.ts'

/** Why a value is not saved, and the ways in which it can be read. */
interface Problem {
  readonly message: string
  readonly choices: readonly { readonly label: string; readonly value: string }[]
}

/** The matter and day that hours are recorded for, with the entry that exists. */
interface HoursTarget {
  readonly day: Day
  readonly caseId: number | null
  readonly entries: readonly SheetEntry[]
}

/** Hours that are typed into a cell and saved as one time entry. */
export function useHours({ day, caseId, entries }: HoursTarget) {
  const [typed, setTyped] = useState<string>()
  const [problem, setProblem] = useState<Problem>()
  const [isBusy, setBusy] = useState(false)
  const hours = hoursOf(entries)
  const savedText = hours > 0 ? clockText(hours) : ''

  function cancel() {
    setProblem(undefined)
    setTyped(undefined)
  }
  async function save(value: string) {
    setBusy(true)
    try {
      await record({ day, caseId, entry: entries[0] }, Number(value))
      cancel()
      await refresh(['GET /time-sheet', 'GET /unbilled', 'GET /time-entries'])
    } catch (error) {
      // A refused value stays where it was typed.
      setProblem({ message: messageOf(error), choices: [] })
    } finally {
      setBusy(false)
    }
  }
  /** Saves what was typed when the cell is left. */
  async function leave() {
    if (typed === undefined || isBusy) return
    if (typed.trim() === savedText || typed.trim() === '') return cancel()
    const kind = duration()
    const reading = kind.read(typed)
    if (reading.value !== undefined) return save(reading.value ?? '')
    const choices = reading.readings.map((value) => ({ label: kind.say(value), value }))
    setProblem({ message: reading.message, choices })
  }
  return { text: typed ?? savedText, problem, isBusy, type: setTyped, save, leave, cancel }
}

interface RecordTarget extends Omit<HoursTarget, 'entries'> {
  readonly entry: SheetEntry | undefined
}

async function record({ day, caseId, entry }: RecordTarget, hours: number) {
  if (!entry) {
    const body = { case_id: caseId, duration: hours, start_time: startFor(day, hours) }
    const { data } = await call('POST /time-entries', { body })
    toast(`${formatHours(hours)} recorded`, { undo: () => void deleteEntry(data.id).catch(toastError) })
    return
  }
  const params = { id: entry.id }
  const { data } = await call('GET /time-entries/{id}', { params }, { isQuiet: true })
  const seen = { ...data, duration: entry.duration }
  const input = { params, body: { duration: hours } }
  const isSaved = await change('/time-entries/{id}', input, { seen, labels: { duration: 'Hours' } })
  if (!isSaved) toast(keptTheirs)
}

const messageOf = (error: unknown) =>
  error instanceof CallError ? plainWords(error.details[0]?.message ?? error.message) : 'Not saved. Try again.'

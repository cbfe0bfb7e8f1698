import { clockText } from '@matterbase/schemas/reading'
import { useRef, useState } from 'react'
import { createAttempt } from '../../api/attempt.ts'
import { CallError } from '../../api/call-error.ts'
import { refresh } from '../../api/queries.ts'
import { useSession } from '../../api/session.ts'
import { useTextDraft } from '../../components/forms/drafts/use-draft.ts'
import { useAskBeforeLeaving } from '../../components/forms/drafts/unsaved.ts'
import { plainWords } from '../../components/forms/form-errors.ts'
import { duration } from '../../components/forms/typed/typed-kind.ts'
import type { Day } from '../time/days.ts'
import { recordHours } from './record-hours.ts'
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

/** Hours that are typed into a cell and saved as one time entry. Unsaved hours stay in this tab. */
export function useHours({ day, caseId, entries }: HoursTarget) {
  const { user } = useSession()
  const draft = useTextDraft(`hours ${caseId ?? 'none'} ${day}`)
  const [typed, setTyped] = useState(draft.kept?.text)
  const [problem, setProblem] = useState<Problem | undefined>(draft.kept && { message: 'Not saved yet.', choices: [] })
  const [isBusy, setBusy] = useState(false)
  const [attempt] = useState(createAttempt)
  const hours = hoursOf(entries)
  const savedText = hours > 0 ? clockText(hours) : ''
  const isUnsaved = typed !== undefined && !isBusy && typed.trim() !== '' && typed.trim() !== savedText
  // A click saves what was typed before the page asks whether to leave it.
  const now = useRef(isUnsaved)
  now.current = isUnsaved

  function cancel() {
    attempt.end()
    draft.drop()
    setProblem(undefined)
    setTyped(undefined)
  }
  const unsaved = useRef({ isDirty: () => now.current, discard: () => undefined })
  useAskBeforeLeaving(unsaved.current)
  function type(text: string) {
    setTyped(text)
    draft.keep(text)
  }
  async function save(value: string) {
    setBusy(true)
    now.current = false
    try {
      await recordHours({ day, caseId, entry: entries[0], userId: user.id, attempt }, Number(value))
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
  return { text: typed ?? savedText, problem, isBusy, type, save, leave, cancel }
}

const messageOf = (error: unknown) =>
  error instanceof CallError ? plainWords(error.details[0]?.message ?? error.message) : 'Not saved. Try again.'

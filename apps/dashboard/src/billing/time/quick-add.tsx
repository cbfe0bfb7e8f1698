import { readTimeLine } from '@matterbase/schemas/reading'
import type { TimeLine } from '@matterbase/schemas/reading'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { mannerNow } from '../../api/manner.ts'
import { refresh } from '../../api/queries.ts'
import { Button } from '../../components/buttons/button.tsx'
import { formatHours } from '../../components/values/formats.ts'
import { TextInput } from '../../components/forms/text-field.tsx'
import { toast, toastError } from '../../components/overlays/toast.tsx'
import { RecordPicker } from '../../records/picker/record-picker.tsx'
import { deleteEntry, startFor } from './entry.ts'
import { matterNamedIn, useMatterNamedIn } from './matter-named-in.ts'
import { today } from './days.ts'
import type { Day } from './days.ts'

interface QuickAddProps {
  /** The day it counts for. Default: today. */
  readonly day?: Day
  /** Fixed; without it, the line may name the matter. */
  readonly matterId?: number
}

/** Records time from one line: `1h 12m Doe call`. */
export function QuickAdd({ day = today(), matterId }: QuickAddProps) {
  const [line, setLine] = useState('')
  const [error, setError] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const [picked, setPicked] = useState<number | null>()
  // One of two ways in which the line can be read.
  const [meant, setMeant] = useState<TimeLine>()
  const reading = readTimeLine(line, mannerNow())
  const typed = meant ?? reading.value ?? undefined
  const readings = (error !== undefined && reading.value === undefined && reading.readings) || []
  const named = useMatterNamedIn(matterId === undefined && picked === undefined ? typed?.rest : undefined)
  const chosen = matterId ?? (picked === undefined ? (named?.id ?? null) : picked)

  async function add() {
    if (!typed) return setError(reading.value === undefined ? reading.message : beginning)
    setBusy(true)
    try {
      const { hours, rest } = typed
      const matter = matterId ?? (picked === undefined ? ((await matterNamedIn(rest))?.id ?? null) : picked)
      const { data } = await call('POST /time-entries', {
        body: { duration: hours, description: rest || null, case_id: matter, start_time: startFor(day, hours) },
      })
      setLine('')
      setPicked(undefined)
      setMeant(undefined)
      toast(`${formatHours(hours)} recorded`, { undo: () => void deleteEntry(data.id).catch(toastError) })
      await refresh()
    } catch (failure) {
      setError(failure instanceof Error ? failure.message : 'Something went wrong.')
    } finally {
      setBusy(false)
    }
  }

  return (
    <form
      aria-label="Quick entry"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isBusy) void add()
      }}
    >
      <div className="flex flex-wrap gap-2">
        <TextInput
          aria-label="Duration and description of your work"
          aria-invalid={error ? true : undefined}
          aria-describedby="quick-add-help"
          placeholder="1h 12m Doe call"
          value={line}
          onChange={(event) => {
            setLine(event.target.value)
            setMeant(undefined)
            setError(undefined)
          }}
          className={matterId === undefined ? 'min-w-48 flex-1 max-sm:basis-full' : 'min-w-48 flex-1'}
        />
        {matterId === undefined && (
          <span className="w-56 max-sm:flex-1">
            <RecordPicker kind="matter" aria-label="Matter of the new entry" value={chosen} onChange={setPicked} />
          </span>
        )}
        <Button type="submit" isBusy={isBusy}>
          Add
        </Button>
      </div>
      <p
        id="quick-add-help"
        role={error ? 'alert' : undefined}
        className={`mt-1 min-h-4 text-meta ${error ? 'font-medium text-bad' : 'text-muted'}`}
      >
        {error ?? (typed ? wordsOf(typed) : 'Duration first, then the work: 1h 12m Doe call')}
      </p>
      {readings.length > 0 && (
        <span className="mt-1 flex flex-wrap gap-1.5">
          {readings.map((each) => (
            <Button
              key={wordsOf(each)}
              size="sm"
              onClick={() => {
                setMeant(each)
                setError(undefined)
              }}
            >
              {wordsOf(each)}
            </Button>
          ))}
        </span>
      )}
    </form>
  )
}

const beginning = 'Start with the duration, such as 1h 12m, 1:12 or 72 min.'

/** As it will be recorded: `1 h 12 min · Doe call`. */
const wordsOf = ({ hours, rest }: TimeLine) => [formatHours(hours), rest].filter(Boolean).join(' · ')

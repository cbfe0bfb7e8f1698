import { readTimeLine } from '@matterbase/schemas/reading'
import type { TimeLine } from '@matterbase/schemas/reading'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { firmFormat } from '../../api/firm-format.ts'
import { refresh } from '../../api/queries.ts'
import { toast, toastError } from '../../components/overlays/toast.tsx'
import { formatHours } from '../../components/values/formats.ts'
import type { Day } from './days.ts'
import { deleteEntry, startFor } from './entry.ts'

const help = 'Start with the duration, such as 1h 12m, 1:12 or 72 min.'

/** The state of the quick entry: the line, how it is read, and its matter. */
export function useQuickAdd(day: Day, fixedMatter: number | undefined) {
  const [line, setLine] = useState('')
  const [error, setError] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  // Undefined until a matter is chosen by hand.
  const [picked, setPicked] = useState<number | null>()
  // The reading that was chosen for an ambiguous line.
  const [chosen, setChosen] = useState<TimeLine>()
  const parsed = readTimeLine(line, firmFormat())
  const reading = chosen ?? parsed.value ?? undefined
  const isByName = fixedMatter === undefined && picked === undefined
  const named = useMatterNamedIn(isByName ? reading?.rest : undefined)

  function type(next: string) {
    setLine(next)
    setChosen(undefined)
    setError(undefined)
  }
  async function add() {
    if (!reading) return setError(parsed.value === undefined ? parsed.message : help)
    setBusy(true)
    try {
      const { hours, rest } = reading
      const matter = isByName ? ((await matterNamedIn(rest))?.id ?? null) : (fixedMatter ?? picked ?? null)
      const { data } = await call('POST /time-entries', {
        body: { duration: hours, description: rest || null, case_id: matter, start_time: startFor(day, hours) },
      })
      // The next line may be in the field already.
      setLine((current) => (current === line ? '' : current))
      setChosen(undefined)
      setPicked(undefined)
      toast(`${formatHours(hours)} recorded`, { undo: () => void deleteEntry(data.id).catch(toastError) })
    } catch (failure) {
      return setError(failure instanceof Error ? failure.message : 'Something went wrong.')
    } finally {
      setBusy(false)
    }
    // The field takes the next line while the lists load.
    await refresh()
  }
  return {
    line,
    type,
    reading,
    /** The possible readings of an ambiguous line, after it was refused. */
    readings: (error !== undefined && parsed.value === undefined && parsed.readings) || [],
    choose(next: TimeLine) {
      setChosen(next)
      setError(undefined)
    },
    matter: fixedMatter ?? (picked === undefined ? (named?.id ?? null) : picked),
    pick: setPicked,
    error,
    isBusy,
    add,
  }
}

interface NamedMatter {
  readonly id: number
  readonly title: string
}

const wordsIn = (text: string): readonly string[] => text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []

/** The matter whose title contains the first word of a text. Undefined unless there is exactly one. */
async function matterNamedIn(text: string): Promise<NamedMatter | undefined> {
  const [first] = wordsIn(text)
  if (first === undefined || first.length < 2) return undefined
  // The full stop searches for the whole word, not for words that begin with it.
  const { data } = await call('GET /search', { query: { q: `${first}.`, kind: 'matter' } }, { isQuiet: true })
  const fitting = data.filter(({ title }) => wordsIn(title).includes(first))
  const [one] = fitting
  return one && fitting.length === 1 ? { id: Number(one.id), title: one.title } : undefined
}

/** The matter that a text names while it is typed. */
function useMatterNamedIn(text: string | undefined): NamedMatter | undefined {
  const [first] = wordsIn(text ?? '')
  const { data } = useQuery({
    queryKey: ['matter named', first],
    queryFn: async () => (await matterNamedIn(first ?? '')) ?? null,
    enabled: first !== undefined,
  })
  return first === undefined ? undefined : (data ?? undefined)
}

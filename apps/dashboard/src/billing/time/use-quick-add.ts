import { readTimeLine } from '@matterbase/schemas/reading'
import type { TimeLine } from '@matterbase/schemas/reading'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { call } from '../../api/call.ts'
import { firmFormat } from '../../api/firm-format.ts'
import { refresh } from '../../api/queries.ts'
import { useFormSave } from '../../components/forms/use-form-action.ts'
import { toast, toastError } from '../../components/overlays/toast.tsx'
import { formatHours } from '../../components/values/formats.ts'
import type { Day } from './days.ts'
import { deleteEntry, startFor } from './entry.ts'
import { matterNamedIn, useMatterNamedIn } from './named-matter.ts'

const help = 'Start with the duration, such as 1h 12m, 1:12 or 72 min.'

interface QuickValues {
  line: string
  /** `named` until a matter is chosen by hand: the one that the line names. */
  matter: number | null | 'named'
}

const empty: QuickValues = { line: '', matter: 'named' }

/** The state of the quick entry: the line, how it is read, and its matter. */
export function useQuickAdd(day: Day, fixedMatter: number | undefined) {
  const form = useForm<QuickValues>({ defaultValues: empty })
  const { line, matter: picked } = form.watch()
  // The reading that was chosen for an ambiguous line.
  const [chosen, setChosen] = useState<TimeLine>()
  const parsed = readTimeLine(line, firmFormat())
  const reading = chosen ?? parsed.value ?? undefined
  const isByName = fixedMatter === undefined && picked === 'named'
  const named = useMatterNamedIn(isByName ? reading?.rest : undefined)
  const save = useFormSave(
    form,
    `quick entry ${fixedMatter ?? ''}`,
    async (values, attempt) => {
      if (!reading) throw new Error(parsed.value === undefined ? parsed.message : help)
      const { hours, rest } = reading
      const other = values.matter === 'named' ? null : values.matter
      const matter = isByName ? ((await matterNamedIn(rest))?.id ?? null) : (fixedMatter ?? other)
      const { data } = await call(
        'POST /time-entries',
        {
          body: {
            duration: hours,
            description: rest || null,
            case_id: matter,
            start_time: startFor(day, hours, attempt.time()),
          },
        },
        { attempt },
      )
      return { id: data.id, hours, sent: values.line }
    },
    ({ id, hours, sent }) => {
      const typed = form.getValues('line')
      // The next line may be in the field already.
      form.reset({ ...empty, line: typed === sent ? '' : typed })
      setChosen(undefined)
      toast(`${formatHours(hours)} recorded`, { undo: () => void deleteEntry(id).catch(toastError) })
      // The field takes the next line while the lists load.
      void refresh()
    },
  )
  function clear() {
    setChosen(undefined)
    form.clearErrors('root')
  }
  return {
    save,
    lineField: form.register('line', { onChange: clear }),
    reading,
    /** The possible readings of an ambiguous line, after it was refused. */
    readings: (save.error !== undefined && parsed.value === undefined && parsed.readings) || [],
    choose(next: TimeLine) {
      form.clearErrors('root')
      setChosen(next)
    },
    matter: fixedMatter ?? (picked === 'named' ? (named?.id ?? null) : picked),
    pick: (id: number | null) => form.setValue('matter', id),
  }
}

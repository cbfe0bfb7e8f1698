import { addDays, daysBetween, isDay } from '@matterbase/schemas/reading'
import { useRef } from 'react'
import type { Path, PathValue, UseFormReturn } from 'react-hook-form'
import { useSession } from '../../api/session.ts'
import { fieldOf } from '../../components/forms/field-of.ts'
import { environment } from '../../environment.ts'

interface Days {
  issue_date: string
  due_date: string
}

/**
 * The field of the issue date. With it the due date moves, as many days after it as it was when the form opened, unless
 * it has been changed by hand since.
 */
export function useIssuedMovesDue<T extends Days>(form: UseFormReturn<T>) {
  const paymentDays = useSession().manners[environment].payment_days ?? 30
  const [issueName, dueName] = ['issue_date' as Path<T>, 'due_date' as Path<T>]
  const begin = useRef<number>(undefined)
  if (begin.current === undefined) {
    const [issued, due] = [form.getValues(issueName), form.getValues(dueName)]
    begin.current = isDay(issued) && isDay(due) ? daysBetween(issued, due) : paymentDays
  }
  // The due date as this has set it.
  const ours = useRef<string>(form.getValues(dueName))
  const field = fieldOf(form)(issueName)
  return {
    ...field,
    async onChange(event: Parameters<typeof field.onChange>[0]) {
      await field.onChange(event)
      const issued = form.getValues(issueName)
      if (!isDay(issued) || form.getValues(dueName) !== ours.current) return
      const due = addDays(issued, begin.current ?? paymentDays)
      ours.current = due
      form.setValue(dueName, due as PathValue<T, Path<T>>)
    },
  }
}

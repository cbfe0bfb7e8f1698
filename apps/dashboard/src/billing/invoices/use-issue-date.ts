import { addDays, daysBetween, isDay } from '@matterbase/schemas/reading'
import { useRef, useState } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { useSession } from '../../api/session.ts'
import { environment } from '../../environment.ts'

interface DateFields {
  /** The registered field of the issue date. */
  readonly issueDate: UseFormRegisterReturn & { readonly error?: string | undefined }
  /** The issue date and the due date. */
  readonly dates: () => readonly [issued: string, due: string]
  readonly setDueDate: (day: string) => void
}

/**
 * The field of the issue date, which moves the due date with it. The days between both stay the same, unless the user
 * changed the due date.
 */
export function useIssueDate({ issueDate, dates, setDueDate }: DateFields) {
  const paymentDays = useSession().manners[environment].payment_days ?? 30
  const [[issuedAtFirst, dueAtFirst]] = useState(dates)
  const days = isDay(issuedAtFirst) && isDay(dueAtFirst) ? daysBetween(issuedAtFirst, dueAtFirst) : paymentDays
  // The due date unless the user changed it.
  const expectedDue = useRef(dueAtFirst)
  return {
    ...issueDate,
    async onChange(event: Parameters<typeof issueDate.onChange>[0]) {
      await issueDate.onChange(event)
      const [issued, due] = dates()
      if (!isDay(issued) || due !== expectedDue.current) return
      expectedDue.current = addDays(issued, days)
      setDueDate(expectedDue.current)
    },
  }
}

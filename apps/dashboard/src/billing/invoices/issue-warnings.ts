import { isDay } from '@matterbase/schemas/reading'
import type { Answer } from '../../api/contract.ts'
import { formatDate } from '../../components/values/formats.ts'
import type { InvoiceLine } from './invoice.ts'

interface Issuing {
  /** As it is typed. */
  readonly issued: string
  readonly lines: readonly Pick<InvoiceLine, 'worked_on'>[]
  readonly previous: Answer<'GET /invoices/next-number'>['previous']
}

/** What is odd about the day of issue. Days as texts compare as the days do. */
export function issueWarnings({ issued, lines, previous }: Issuing): string[] {
  if (!isDay(issued)) return []
  const later = lines.flatMap(({ worked_on: day }) => (day !== null && day > issued ? [day] : [])).toSorted()
  const last = later.at(-1)
  const count = later.length === 1 ? '1 line is' : `${later.length} lines are`
  return [
    ...(previous !== null && issued < previous.issue_date
      ? [`The previous invoice, ${previous.invoice_number}, has a later date: ${formatDate(previous.issue_date)}.`]
      : []),
    ...(last === undefined ? [] : [`${count} for work after the issue date, the last on ${formatDate(last)}.`]),
  ]
}

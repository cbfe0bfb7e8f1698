import { lineNet } from '@matterbase/schemas/invoice-totals'
import { digitsOf } from '@matterbase/schemas/writing'
import { decimalText, numberOf } from '../../components/forms/typed/typed-value.ts'
import { taxOf, taxValue } from '../invoices/invoice.ts'
import type { InvoiceContent, InvoiceLine, TaxRate, UnbilledWork } from '../invoices/invoice.ts'

/** A line of the form. */
export interface LineValues {
  time_entry_id: number | null
  expense_id: number | null
  kind: InvoiceLine['kind']
  worked_on: string | null
  description: string
  quantity: string
  unit_price: string
  discount_percent: string
  /** Empty if it is quantity × price less the discount. */
  net: string
  /** `S 19`. Empty without a tax. */
  tax: string
}

export interface InvoiceValues {
  client_user_id: number | null
  case_id: number | null
  issue_date: string
  due_date: string
  /** Empty without one. */
  currency: string
  lines: LineValues[]
}

/** A new line, taxed at the firm's first rate. */
export const emptyLine = (taxes: readonly TaxRate[]): LineValues => ({
  time_entry_id: null,
  expense_id: null,
  kind: 'fee',
  worked_on: null,
  description: '',
  quantity: '',
  unit_price: '',
  discount_percent: '',
  net: '',
  tax: taxes[0] ? taxValue(taxes[0]) : '',
})

/** A line for each time entry, then one for each expense. */
export const linesOfWork = ({ data, expenses }: UnbilledWork, taxes: readonly TaxRate[]): LineValues[] => [
  ...data.map(({ id, description, hours, rate }) => ({
    ...emptyLine(taxes),
    time_entry_id: id,
    kind: 'time' as const,
    description: description ?? '',
    quantity: decimalText(hours),
    unit_price: decimalText(rate),
  })),
  ...expenses.map(({ id, description, quantity, unit_price: price, tax_category: category, tax_percent: percent }) => ({
    ...emptyLine(taxes),
    ...(category !== null && percent !== null && { tax: taxValue({ category, percent }) }),
    expense_id: id,
    kind: 'expense' as const,
    description: description ?? '',
    quantity: decimalText(quantity),
    unit_price: decimalText(price),
  })),
]

/** True if a line bills time or an expense. */
export const isWork = (line: Pick<LineValues, 'time_entry_id' | 'expense_id'>) =>
  line.time_entry_id !== null || line.expense_id !== null

export function lineAsTyped(line: InvoiceLine, currency: string | null): LineValues {
  const { time_entry_id, expense_id, kind, worked_on, description } = line
  const figures = {
    quantity: decimalText(line.quantity),
    unit_price: decimalText(line.unit_price),
    discount_percent: decimalText(line.discount_percent),
    tax: taxValue({ category: line.tax_category, percent: line.tax_percent }),
  }
  const counted = lineNet({ ...figures, net: '' }, digitsOf(currency))
  // An amount that a person typed stays typed.
  const isCounted = counted !== undefined && Number(counted) === line.net
  const net = isCounted ? '' : decimalText(line.net)
  return { time_entry_id, expense_id, kind, worked_on, description, ...figures, net }
}

/** The lines of the form as the server takes them. */
const linesOf = (lines: readonly LineValues[]) =>
  lines.map(({ time_entry_id, expense_id, kind, worked_on, tax, ...line }) => {
    const taxed = taxOf(tax)
    return {
      time_entry_id,
      expense_id,
      kind,
      worked_on,
      description: line.description.trim() || null,
      quantity: numberOf(line.quantity),
      unit_price: numberOf(line.unit_price),
      discount_percent: numberOf(line.discount_percent),
      net: numberOf(line.net),
      ...(taxed && { tax_category: taxed.category, tax_percent: taxed.percent }),
    }
  })

/** The values of an invoice, as an edit without changes would send them. */
export const linesAsSent = ({ data, currency }: InvoiceContent) =>
  linesOf(data.map((line) => lineAsTyped(line, currency)))

/** The values of the form as the server takes them. */
export const bodyOf = ({ client_user_id, case_id, issue_date, due_date, currency, lines }: InvoiceValues) => ({
  client_user_id,
  case_id,
  issue_date: issue_date || null,
  due_date: due_date || null,
  currency: currency || null,
  lines: linesOf(lines),
})

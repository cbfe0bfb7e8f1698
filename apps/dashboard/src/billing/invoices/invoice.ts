import { digitsOf } from '@matterbase/schemas/writing'
import { choices } from 'virtual:operations'
import type { Answer, RecordOf } from '../../api/contract.ts'
import { decimalText, numberOf } from '../../components/forms/typed/decimal-text.ts'
import { titled } from '../../components/values/titled.ts'
import { netOf, textOf } from '../invoice-lines/decimal.ts'
import { flag, id, oneOf, paging, sortOf } from '../../search-params/read-search.ts'

export type Invoice = RecordOf<'GET /invoices'>
export type InvoiceContent = Answer<'GET /invoices/{id}/lines'>
export type InvoiceLine = InvoiceContent['data'][number]
export type Settlement = Answer<'GET /invoices/{id}/settlement'>
export type CreditNote = Settlement['credit_notes'][number]
/** The unbilled time and expenses of a client. */
export type UnbilledWork = Answer<'GET /unbilled-time/{id}'>
export type TaxRate = Answer<'GET /tax-rates'>['data'][number]

const invoiceStatuses = choices.invoiceStatus

/** The status as people read it: why nothing is owed on a `cancelled` invoice. */
export function statusName({
  status,
  voided_at: voided,
  written_off_at: writtenOff,
  credited_amount: credited,
}: Invoice) {
  if (status !== 'cancelled') return status
  if (voided === null && writtenOff !== null) return 'written off'
  return voided === null && credited > 0 ? 'credited' : 'void'
}

export const statusOptions = invoiceStatuses.map((value) => ({
  value,
  label: value === 'cancelled' ? 'Void or written off' : titled(value),
}))

export const invoiceListSearch = {
  ...paging,
  status: oneOf(invoiceStatuses),
  client_id: id,
  sort: sortOf('invoice_number', 'status', 'issue_date', 'due_date', 'total_amount', 'client'),
}
export const newInvoiceSearch = { client_id: id, case_id: id }
export const invoiceSearch = { edit: flag }

/** `DRAFT-12` → `Draft 12`: it has no number yet. */
export const nameOfInvoice = ({ invoice_number: number }: Invoice) => number.replace(/^DRAFT-(?=\d+$)/, 'Draft ')

/** A line as it is typed. */
export interface LineValues {
  time_entry_id: number | null
  expense_id: number | null
  kind: InvoiceLine['kind']
  worked_on: string | null
  description: string
  quantity: string
  unit_price: string
  discount_percent: string
  /** Empty: quantity × price less the discount. */
  net: string
  /** `S 19`; empty: none is said. */
  tax: string
}

export interface InvoiceValues {
  client_user_id: number | null
  case_id: number | null
  issue_date: string
  due_date: string
  /** Empty: none is said. */
  currency: string
  lines: LineValues[]
}

/** What a line begins with, taxed at the firm's first rate. */
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

export const taxValue = ({ category, percent }: { readonly category: string; readonly percent: number }) =>
  `${category} ${decimalText(percent)}`

/** `E 0` as it is sent; null where it is empty. */
export function taxOf(value: string): Pick<TaxRate, 'category' | 'percent'> | null {
  const [category, percent] = value.split(' ')
  return percent === undefined ? null : { category: category as TaxRate['category'], percent: Number(percent) }
}

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

/** Whether a line bills time or an expense. */
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
  const counted = netOf({ ...figures, net: '' }, digitsOf(currency))
  // What was written down by hand stays so.
  const isCounted = counted !== undefined && Number(textOf(counted, 0)) === line.net
  const net = isCounted ? '' : decimalText(line.net)
  return { time_entry_id, expense_id, kind, worked_on, description, ...figures, net }
}

/** The lines of the form as the server takes them. */
const linesOf = (lines: readonly LineValues[]) =>
  lines.map(({ time_entry_id, expense_id, kind, worked_on, tax, ...line }) => {
    const [category, percent] = tax.split(' ')
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
      ...(percent !== undefined && { tax_category: category as TaxRate['category'], tax_percent: Number(percent) }),
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

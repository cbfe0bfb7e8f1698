import { digitsOf } from '@matterbase/schemas/writing'
import { choices } from 'virtual:operations'
import type { Answer, RecordOf } from '../api/contract.ts'
import { numberAsTyped } from '../components/forms/number-as-typed.ts'
import { netOf, textOf } from './lines/decimal.ts'
import { flag, id, oneOf, paging, sortOf } from '../search-params/read-search.ts'

export type Invoice = RecordOf<'GET /invoices'>
export type InvoiceContent = Answer<'GET /invoices/{id}/lines'>
export type InvoiceLine = InvoiceContent['data'][number]
export type Settlement = Answer<'GET /invoices/{id}/settlement'>
/** A client's time and expenses that wait to be billed. */
export type UnbilledWork = Answer<'GET /unbilled-time/{id}'>
export type TaxRate = Answer<'GET /tax-rates'>['data'][number]

export const invoiceStatuses = choices.invoiceStatus

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

/** A decimal number as it is typed: never with an exponent. */
export const typed = (value: number | null) =>
  value === null ? '' : value.toLocaleString('en', { useGrouping: false, maximumFractionDigits: 20 })

export const taxValue = ({ category, percent }: { readonly category: string; readonly percent: number }) =>
  `${category} ${typed(percent)}`

/** A line for each time entry, then one for each expense. */
export const linesOfWork = ({ data, expenses }: UnbilledWork, taxes: readonly TaxRate[]): LineValues[] => [
  ...data.map(({ id, description, hours, rate }) => ({
    ...emptyLine(taxes),
    time_entry_id: id,
    kind: 'time' as const,
    description: description ?? '',
    quantity: typed(hours),
    unit_price: typed(rate),
  })),
  ...expenses.map(({ id, description, quantity, unit_price: price }) => ({
    ...emptyLine(taxes),
    expense_id: id,
    kind: 'expense' as const,
    description: description ?? '',
    quantity: typed(quantity),
    unit_price: typed(price),
  })),
]

/** Whether a line bills time or an expense. */
export const isWork = (line: Pick<LineValues, 'time_entry_id' | 'expense_id'>) =>
  line.time_entry_id !== null || line.expense_id !== null

export function lineAsTyped(line: InvoiceLine, currency: string | null): LineValues {
  const { time_entry_id, expense_id, kind, worked_on, description } = line
  const figures = {
    quantity: typed(line.quantity),
    unit_price: typed(line.unit_price),
    discount_percent: typed(line.discount_percent),
    tax: taxValue({ category: line.tax_category, percent: line.tax_percent }),
  }
  const counted = netOf({ ...figures, net: '' }, digitsOf(currency))
  // What was written down by hand stays so.
  const isCounted = counted !== undefined && Number(textOf(counted, 0).replaceAll(',', '')) === line.net
  const net = isCounted ? '' : typed(line.net)
  return { time_entry_id, expense_id, kind, worked_on, description, ...figures, net }
}

/** The lines of the form as the server takes them. */
const linesOf = (lines: readonly LineValues[]) =>
  lines.map(({ time_entry_id, expense_id, kind, worked_on, tax, ...line }, at) => {
    const [category, percent] = tax.split(' ')
    const number = (name: 'quantity' | 'unit_price' | 'discount_percent' | 'net') =>
      numberAsTyped(line[name], `lines[${at}].${name}`)
    return {
      time_entry_id,
      expense_id,
      kind,
      worked_on,
      description: line.description.trim() || null,
      quantity: number('quantity'),
      unit_price: number('unit_price'),
      discount_percent: number('discount_percent'),
      net: number('net'),
      ...(percent !== undefined && { tax_category: category as TaxRate['category'], tax_percent: Number(percent) }),
    }
  })

/** What stands on an invoice, as an edit that changes nothing would send it. */
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

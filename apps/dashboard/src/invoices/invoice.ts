import { choices } from 'virtual:operations'
import type { Answer, RecordOf } from '../api/contract.ts'
import { numberAsTyped } from '../components/forms/number-as-typed.ts'
import { flag, id, oneOf, paging } from '../search-params/read-search.ts'

export type Invoice = RecordOf<'GET /invoices'>
export type InvoiceLine = Answer<'GET /invoices/{id}/lines'>['data'][number]
export type UnbilledEntry = Answer<'GET /unbilled-time/{id}'>['data'][number]

export const invoiceStatuses = choices.invoiceStatus

export const invoiceListSearch = { ...paging, status: oneOf(invoiceStatuses), client_id: id }
export const newInvoiceSearch = { client_id: id, case_id: id }
export const invoiceSearch = { edit: flag }

/** A line as it is typed. */
export interface LineValues {
  time_entry_id: number | null
  description: string
  hours: string
  rate: string
  /** Empty: hours × rate. */
  amount: string
}

export interface InvoiceValues {
  invoice_number: string
  client_user_id: number | null
  case_id: number | null
  issue_date: string
  due_date: string
  lines: LineValues[]
}

export const emptyLine: LineValues = { time_entry_id: null, description: '', hours: '', rate: '', amount: '' }

/** A decimal number as it is typed: never with an exponent. */
const typed = (value: number | null) =>
  value === null ? '' : value.toLocaleString('en', { useGrouping: false, maximumFractionDigits: 20 })

export const lineOfTime = ({ id, description, hours, rate }: UnbilledEntry): LineValues => ({
  time_entry_id: id,
  description: description ?? '',
  hours: typed(hours),
  rate: typed(rate),
  amount: '',
})

export const lineAsTyped = (line: InvoiceLine): LineValues => ({
  time_entry_id: line.time_entry_id,
  description: line.description,
  hours: typed(line.hours),
  rate: typed(line.rate),
  amount: line.hours !== null && line.rate !== null ? '' : typed(line.amount),
})

/** The values of the form as the server takes them. */
export function bodyOf(values: InvoiceValues) {
  const { invoice_number: number, client_user_id, case_id, issue_date, due_date, lines } = values
  return {
    ...(number.trim() && { invoice_number: number.trim() }),
    client_user_id,
    case_id,
    issue_date: issue_date || null,
    due_date: due_date || null,
    lines: lines.map(({ time_entry_id, description, hours, rate, amount }, at) => ({
      time_entry_id,
      description: description.trim() || null,
      hours: numberAsTyped(hours, `lines[${at}].hours`),
      rate: numberAsTyped(rate, `lines[${at}].rate`),
      amount: numberAsTyped(amount, `lines[${at}].amount`),
    })),
  }
}

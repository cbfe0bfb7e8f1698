import { choices } from 'virtual:operations'
import type { Answer, RecordOf } from '../../api/contract.ts'
import { decimalText } from '../../components/forms/typed/typed-value.ts'
import { titled } from '../../components/values/formats.ts'
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

/** `DRAFT-12` → `Draft 12`, because a draft has no number. */
export const nameOfInvoice = ({ invoice_number: number }: Invoice) => number.replace(/^DRAFT-(?=\d+$)/, 'Draft ')

export const taxValue = ({ category, percent }: { readonly category: string; readonly percent: number }) =>
  `${category} ${decimalText(percent)}`

/** The tax of a value such as `E 0`. Null if the value is empty. */
export function taxOf(value: string): Pick<TaxRate, 'category' | 'percent'> | null {
  const [name, percent] = value.split(' ')
  const category = choices.taxCategory.find((each) => each === name)
  return category === undefined ? null : { category, percent: Number(percent) }
}

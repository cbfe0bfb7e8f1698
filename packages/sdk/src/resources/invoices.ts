import { type Crud, crud, type Several, type TimedListParams } from './crud.ts'
import type { Http } from '../requests/http.ts'
import { sync } from '../lists/sync.ts'

export type InvoiceStatus = 'draft' | 'sent' | 'paid' | 'overdue' | 'cancelled'

/** Written in the service's dashboard only. */
export interface Invoice {
  invoice_id: number
  invoice_number: string
  /** id of a matter */
  case_id: number | null
  /** id of a client */
  client_user_id: number | null
  total_amount: number
  status: InvoiceStatus
  issue_date: string | null
  due_date: string | null
  paid_date: string | null
  amount_paid: number | null
  created_at: string
  updated_at: string
}

export interface InvoiceListParams extends TimedListParams {
  readonly status?: Several<InvoiceStatus> | undefined
  readonly case_id?: Several<number> | undefined
  /** Compared with `client_user_id`. */
  readonly client_id?: Several<number> | undefined
}

export type Invoices = Pick<Crud<Invoice, never, never, InvoiceListParams>, 'list' | 'get' | 'sync'>

export function invoices(http: Http): Invoices {
  const { list, get } = crud<Invoice, never, never, InvoiceListParams>(http, 'invoices')
  // Invoices are never deleted, so the list has no tombstones to ask for.
  return { list, get, sync: (options) => sync(http, 'invoices', options, false) }
}

import type { Client } from './clients.ts'
import type { Crud, Several, TimedListParams } from './crud.ts'
import type { Matter } from './matters.ts'
import { timeEntryStatuses } from './time-entries.ts'

/** Every status of an expense, for select boxes and checks at run time. */
export const expenseStatuses = timeEntryStatuses

/** One of `expenseStatuses`. */
export type ExpenseStatus = (typeof expenseStatuses)[number]

/** `hard` was paid to another company, `soft` is an internal cost of the firm. */
export const expenseKinds = ['hard', 'soft'] as const

/** One of `expenseKinds`. */
export type ExpenseKind = (typeof expenseKinds)[number]

/** An expense, usually of a matter. */
export interface Expense {
  /** ID, assigned by the server. */
  id: number
  /** ID of the matter. */
  case_id: number | null
  /** ID of a client. */
  client_id: number | null
  /** Date, YYYY-MM-DD. Invoices show the date of creation if it is null. */
  date: string | null
  /** Description of the expense. */
  description: string | null
  /** Quantity. */
  quantity: number | null
  /** Price of one unit, without tax. */
  unit_price: number | null
  /** `hard` for a cost that was paid to another company, `soft` for an internal cost. */
  kind: ExpenseKind
  /** Vendor. */
  vendor: string | null
  /** UTBMS code for LEDES files, such as `E112`. */
  code: string | null
  /** Whether the client is billed for it. */
  is_billable: boolean
  /** Status. An expense on an invoice cannot be set to `pending`. */
  status: ExpenseStatus
  /** ID of the record in your system. Upserts find the record by it. */
  external_id: string | null
  /** Time of creation. ISO 8601, UTC, with milliseconds. */
  created_at: string
  /** Time of the last change. ISO 8601, UTC, with milliseconds. Unique within a workspace. */
  updated_at: string
  /** ID of the member who had the expense, or null. */
  user_id: string | null
}

/** Fields to set. Missing fields keep their value, and `null` clears a field. A new expense needs a case_id, unit_price or description. */
export interface ExpenseUpdate {
  /** ID of a matter. */
  case_id?: number | null | undefined
  /** ID of a client. With a `case_id`, the client of the matter counts, and another value is ignored. */
  client_id?: number | null | undefined
  /** `2026-03-14`, or a Date at 00:00 UTC. */
  date?: string | Date | null | undefined
  /** Description of the expense. */
  description?: string | null | undefined
  /** Quantity, 0 or more. Default 1. */
  quantity?: number | null | undefined
  /** Price of one unit, without tax, 0 or more. */
  unit_price?: number | null | undefined
  /** Default `hard`. */
  kind?: ExpenseKind | undefined
  /** Vendor. */
  vendor?: string | null | undefined
  /** UTBMS code, such as `E112`. */
  code?: string | null | undefined
  /** Whether the client is billed for it. Default true. */
  is_billable?: boolean | undefined
  /** Default `pending`. */
  status?: ExpenseStatus | undefined
  /** ID of the record in your system, at most 255 characters. Unique among the expenses of a workspace. */
  external_id?: string | null | undefined
  /** ID of a member of the account. Another value is ignored. Default: the member that the API key acts for. */
  user_id?: string | null | undefined
}

/** A new expense. Needs case_id, unit_price or description. */
export type ExpenseCreate = ExpenseUpdate

/** Filters of the list of expenses. */
export interface ExpenseListParams extends TimedListParams {
  /** Only the record with this `external_id`. */
  readonly external_id?: string | undefined
  /** Only expenses of this status, or of any of these. */
  readonly status?: Several<ExpenseStatus> | undefined
  /** Only expenses of this client, or of any of these. */
  readonly client_id?: Several<number> | undefined
  /** Only expenses of this matter, or of any of these. */
  readonly case_id?: Several<number> | undefined
  /** Search terms. All of them must appear in the text fields. Upper and lower case are equal. */
  readonly q?: string | undefined
}

/** Related records of an expense, for `expand`. */
export interface ExpenseRelated {
  /** The matter of `case_id`. */
  case: Matter | null
  /** The client of `client_id`. */
  client: Client | null
}

/** The operations of expenses. */
export type Expenses = Crud<Expense, ExpenseCreate, ExpenseUpdate, ExpenseListParams, ExpenseRelated>

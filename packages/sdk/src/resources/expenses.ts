import type { Client } from './clients.ts'
import type { Crud, Several, TimedListParams } from './crud.ts'
import type { Matter } from './matters.ts'
import { timeEntryStatuses } from './time-entries.ts'

/** Every status of an expense, for select boxes and checks at run time. */
export const expenseStatuses = timeEntryStatuses

/** One of `expenseStatuses`. */
export type ExpenseStatus = (typeof expenseStatuses)[number]

/** `hard` was paid to somebody else, `soft` is a cost of the firm itself. */
export const expenseKinds = ['hard', 'soft'] as const

/** One of `expenseKinds`. */
export type ExpenseKind = (typeof expenseKinds)[number]

/** What was spent on a matter. */
export interface Expense {
  /** Given by the service. */
  id: number
  /** id of the matter that it was spent on */
  case_id: number | null
  /** id of a client */
  client_id: number | null
  /** `2026-03-14`; bills have the day that it was recorded on where there is none */
  date: string | null
  /** What it was for. */
  description: string | null
  /** How many. */
  quantity: number | null
  /** Money for one, without tax. */
  unit_price: number | null
  /** Whether somebody else was paid, or it is a cost of the firm itself. */
  kind: ExpenseKind
  /** Who was paid. */
  vendor: string | null
  /** UTBMS code, E1xx: what LEDES files call it */
  code: string | null
  /** Whether the client pays for it. */
  is_billable: boolean
  /** Any status may follow any other. */
  status: ExpenseStatus
  /** Your own record's id; the key of upserts. */
  external_id: string | null
  /** ISO 8601, UTC, with milliseconds */
  created_at: string
  /** ISO 8601, UTC, with milliseconds; no two changes of a workspace share one */
  updated_at: string
  /** The member who recorded it in the dashboard; null for an API key. Set by the service. */
  user_id: string | null
}

/** Fields to set; `null` clears, absent leaves as it is. A new expense needs a case_id, unit_price or description. */
export interface ExpenseUpdate {
  /** id of a matter */
  case_id?: number | null | undefined
  /** id of a client. Default: the matter's. */
  client_id?: number | null | undefined
  /** A text like `2026-03-14`, or a Date at 00:00 UTC. */
  date?: string | Date | null | undefined
  /** What it was for. */
  description?: string | null | undefined
  /** How many, 0 or more. Default 1. */
  quantity?: number | null | undefined
  /** Money for one, without tax, 0 or more. */
  unit_price?: number | null | undefined
  /** Default `hard`. */
  kind?: ExpenseKind | undefined
  /** Who was paid. */
  vendor?: string | null | undefined
  /** UTBMS code, such as `E112`. */
  code?: string | null | undefined
  /** Whether the client pays for it. Default true. */
  is_billable?: boolean | undefined
  /** Default `pending`. */
  status?: ExpenseStatus | undefined
  /** Your own record's id, at most 255 characters; no two expenses of a workspace share one. */
  external_id?: string | null | undefined
}

/** A new expense; it needs a case_id, unit_price or description. */
export type ExpenseCreate = ExpenseUpdate

/** What the list of expenses can be narrowed by. */
export interface ExpenseListParams extends TimedListParams {
  /** Only the record with this `external_id`. */
  readonly external_id?: string | undefined
  /** Only expenses of this status, or of one of these. */
  readonly status?: Several<ExpenseStatus> | undefined
  /** Only expenses of this client, or of one of these. */
  readonly client_id?: Several<number> | undefined
  /** Only expenses of this matter, or of one of these. */
  readonly case_id?: Several<number> | undefined
  /** Words in the text fields, all of them, whatever their case. */
  readonly q?: string | undefined
}

/** What an expense refers to, for `expand`. */
export interface ExpenseRelated {
  /** Of `case_id`. */
  case: Matter | null
  /** Of `client_id`. */
  client: Client | null
}

/** The operations of expenses. */
export type Expenses = Crud<Expense, ExpenseCreate, ExpenseUpdate, ExpenseListParams, ExpenseRelated>

// Generated from the contract. `npx pnpm@12 generate` writes it again.

import type { Matter } from './matters.ts'
import type { Client } from './clients.ts'
import type { User } from './users.ts'
import type { Crud, DayRange, Several, TimedListParams } from '../resources/crud.ts'

/**
 * Every expense kind, for select boxes and checks at run time. Kind of cost: `hard` was paid to a third party, such as
 * a court; `soft` is a cost inside the firm, such as copies.
 */
export const expenseKinds = ['hard', 'soft'] as const

/** One of `expenseKinds`. */
export type ExpenseKind = (typeof expenseKinds)[number]

/**
 * Every expense status, for select boxes and checks at run time. Billing status: `pending` (unbilled), `billed` or
 * `paid`. You can set any status, but an expense on an invoice follows that invoice and cannot be set to `pending`.
 */
export const expenseStatuses = ['pending', 'billed', 'paid'] as const

/** One of `expenseStatuses`. */
export type ExpenseStatus = (typeof expenseStatuses)[number]

/**
 * An expense. Costs of matters, such as court fees, travel and copies, in the currency of the firm. Expenses use the
 * scopes of matters.
 */
export interface Expense {
  /** ID of the expense. IDs differ between live and test. */
  id: number
  /** ID of the matter that the cost belongs to. A matter is called `case` in field names. */
  case_id: number | null
  /**
   * ID of the client. If the matter has a client, the expense always has the same client, and another `client_id` is
   * ignored.
   */
  client_id: number | null
  /** Day of the cost, `YYYY-MM-DD`. Invoices show the day of `created_at` if it is null. */
  date: string | null
  /** Description of the cost, as printed on the invoice. */
  description: string | null
  /** Number of units. Null counts as 1. */
  quantity: number | null
  /** Price of one unit, without tax, in the currency of the firm. */
  unit_price: number | null
  /**
   * Kind of cost: `hard` was paid to a third party, such as a court; `soft` is a cost inside the firm, such as copies.
   */
  kind: ExpenseKind
  /** Name of the third party that was paid. */
  vendor: string | null
  /**
   * UTBMS expense code for LEDES files: `E1` and two digits, such as `E112`. A LEDES file uses E124 (other) if it is
   * null.
   */
  code: string | null
  /** Whether the cost can be billed to the client. */
  is_billable: boolean
  /**
   * Billing status: `pending` (unbilled), `billed` or `paid`. You can set any status, but an expense on an invoice
   * follows that invoice and cannot be set to `pending`.
   */
  status: ExpenseStatus
  /**
   * Your own ID of this record, at most 255 characters. Unique per resource and workspace. `upsert` finds the record by
   * it, and compares it exactly.
   */
  external_id: string | null
  /**
   * Your own values by key, for programs. `{}` without any. Search, invoices and pages for clients do not show them.
   */
  metadata: Record<string, string>
  /** Time of creation. ISO 8601, UTC, with milliseconds. */
  created_at: string
  /**
   * Time of the last change. Each change in a workspace has its own time, and a later change always has a later time.
   * ISO 8601, UTC, with milliseconds.
   */
  updated_at: string
  /**
   * ID of the member of the account who had the cost. Default: the member that the API key acts for (`acts_for` in
   * `mb.me()`). An ID that is not a current member is refused; you can send the unchanged value of a former member.
   */
  user_id: string | null
  /** ID of the invoice that bills the cost, drafts included. Null while no invoice does. */
  invoice_id: number | null
  /**
   * Version of the record, without the quotes of the `ETag` header. Each change gives the record another `etag`. Send
   * it in `If-Match`, or as `if_match` in a bulk request, to write only if the record did not change.
   */
  etag: string
}

/** Fields of the expense to change. Missing fields keep their value, and `null` clears a field. */
export interface ExpenseUpdate {
  /** ID of the matter that the cost belongs to. A matter is called `case` in field names. */
  case_id?: number | null | undefined
  /**
   * ID of the client. If the matter has a client, the expense always has the same client, and another `client_id` is
   * ignored.
   */
  client_id?: number | null | undefined
  /**
   * Day of the cost, `YYYY-MM-DD`. Invoices show the day of `created_at` if it is null. A string, or a Date at 00:00
   * UTC.
   */
  date?: string | Date | null | undefined
  /** Description of the cost, as printed on the invoice. At most 65,536 characters. */
  description?: string | null | undefined
  /** Number of units. Null counts as 1. 0 or more. */
  quantity?: number | null | undefined
  /** Price of one unit, without tax, in the currency of the firm. 0 or more. */
  unit_price?: number | null | undefined
  /**
   * Kind of cost: `hard` was paid to a third party, such as a court; `soft` is a cost inside the firm, such as copies.
   * Default: `hard`.
   */
  kind?: ExpenseKind | undefined
  /** Name of the third party that was paid. At most 255 characters. */
  vendor?: string | null | undefined
  /**
   * UTBMS expense code for LEDES files: `E1` and two digits, such as `E112`. A LEDES file uses E124 (other) if it is
   * null. At most 4 characters.
   */
  code?: string | null | undefined
  /** Whether the cost can be billed to the client. Default: `true`. */
  is_billable?: boolean | undefined
  /**
   * Billing status: `pending` (unbilled), `billed` or `paid`. You can set any status, but an expense on an invoice
   * follows that invoice and cannot be set to `pending`. Default: `pending`.
   */
  status?: ExpenseStatus | undefined
  /**
   * Your own ID of this record, at most 255 characters. Unique per resource and workspace. `upsert` finds the record by
   * it, and compares it exactly.
   */
  external_id?: string | null | undefined
  /**
   * Your own values by key, for programs. At most 50 keys of 1 to 40 characters without square brackets, with strings
   * of at most 500 characters. Keys that you leave out keep their values. `null` or an empty string removes a key, and
   * `metadata: null` removes all.
   */
  metadata?: Readonly<Record<string, string | null>> | null | undefined
  /**
   * ID of the member of the account who had the cost. Default: the member that the API key acts for (`acts_for` in
   * `mb.me()`). An ID that is not a current member is refused; you can send the unchanged value of a former member.
   */
  user_id?: string | null | undefined
  /**
   * Record that `case_id` refers to, by its `external_id` or `id`. If you send both, they must name the same record.
   * Send it instead of `case_id`. `null` unlinks. You can send a whole record as `expand` returns it. Next to
   * `case_id`, a whole record and `null` are ignored.
   */
  case?:
    | {
        /** `external_id` of the record. At most 255 characters, not blank. */
        external_id?: string | undefined
        /** ID of the record. */
        id?: number | undefined
      }
    | null
    | undefined
  /**
   * Record that `client_id` refers to, by its `external_id` or `id`. If you send both, they must name the same record.
   * Send it instead of `client_id`. `null` unlinks. You can send a whole record as `expand` returns it. Next to
   * `client_id`, a whole record and `null` are ignored.
   */
  client?:
    | {
        /** `external_id` of the record. At most 255 characters, not blank. */
        external_id?: string | undefined
        /** ID of the record. */
        id?: number | undefined
      }
    | null
    | undefined
  /**
   * Member that `user_id` refers to, by its `id`. Send it instead of `user_id`. `null` unlinks. You can send a whole
   * record as `expand` returns it. Next to `user_id`, a whole record and `null` are ignored.
   */
  user?:
    | {
        /** ID of the member. */
        id: string
      }
    | null
    | undefined
}

/**
 * A new expense. Send at least one of `case_id`, `unit_price` or `description`. `quantity` times `unit_price` is at
 * most 1,000,000,000,000.
 */
export type ExpenseCreate = ExpenseUpdate

/** Filters of the list of expenses. */
export interface ExpenseListParams extends TimedListParams, DayRange {
  /**
   * Only the record with this `external_id`. An array of up to 200 values matches any of them. `none` finds records
   * without an `external_id`.
   */
  readonly external_id?: Several<string> | undefined
  /** Only records with this `status`. An array of up to 200 values matches any of them. */
  readonly status?: Several<ExpenseStatus> | undefined
  /** Only records with this `client_id`. An array of up to 200 values matches any of them. */
  readonly client_id?: Several<number> | undefined
  /** Only records with this `case_id`. An array of up to 200 values matches any of them. */
  readonly case_id?: Several<number> | undefined
  /**
   * Only records with this `user_id`. An array of up to 200 values matches any of them. `none` finds records without a
   * user, and `me` those of the member that the API key acts for.
   */
  readonly user_id?: Several<string> | undefined
  /** Only records with this `invoice_id`. An array of up to 200 values matches any of them. */
  readonly invoice_id?: Several<number> | undefined
  /**
   * Only records with this value under a key, such as `metadata: { erp_id: 'A-2041' }`. Values are compared exactly.
   * With several keys, a record must have all of these values.
   */
  readonly metadata?: Readonly<Record<string, string>> | undefined
  /**
   * Only records that contain all of these search terms. Case and accents are ignored. At least one letter or digit. In
   * the newest 10,000 records of a workspace, parts of words match too: three letters or more anywhere in a word, fewer
   * letters at its beginning. At most 255 characters.
   */
  readonly q?: string | undefined
}

/** Related records of an expense, for `expand`. */
export interface ExpenseRelated {
  /** Record with the ID in `case_id`. */
  case: Matter | null
  /** Record with the ID in `client_id`. */
  client: Client | null
  /** Record with the ID in `user_id`. */
  user: User | null
}

/** The operations of expenses. */
export type Expenses = Crud<Expense, ExpenseCreate, ExpenseUpdate, ExpenseListParams, ExpenseRelated>

// Generated from the contract. `npx pnpm@12 generate` writes it again.

import type { Matter } from './matters.ts'
import type { Client } from './clients.ts'
import type { User } from './users.ts'
import type { Crud, DayRange, Several, TimedListParams } from '../resources/crud.ts'

/**
 * Every time entry status, for select boxes and checks at run time. Billing status: `pending` (unbilled), `billed` or
 * `paid`. You can set any status, but an entry on an invoice follows that invoice and cannot be set to `pending`.
 */
export const timeEntryStatuses = ['pending', 'billed', 'paid'] as const

/** One of `timeEntryStatuses`. */
export type TimeEntryStatus = (typeof timeEntryStatuses)[number]

/**
 * Every rate source, for select boxes and checks at run time. Source of `billing_rate`. `entry` is the `hourly_rate` or
 * `rate` of the entry itself; the others are rates that the firm set in the dashboard.
 */
export const rateSources = ['entry', 'matter_member', 'matter', 'client_member', 'client', 'member', 'firm'] as const

/** One of `rateSources`. */
export type RateSource = (typeof rateSources)[number]

/** A time entry. Working time recorded on matters. Time entries use the scopes of matters. */
export interface TimeEntry {
  /** ID of the time entry. IDs differ between live and test. */
  id: number
  /** ID of the matter that the time is recorded on. A matter is called `case` in field names. */
  case_id: number | null
  /**
   * ID of the client. If the matter has a client, the entry always has the same client, and another `client_id` is
   * ignored.
   */
  client_id: number | null
  /** Description of the work, as printed on the invoice. */
  description: string | null
  /** Duration in hours, such as 1.5. Default: the time from `start_time` to `end_time`. */
  duration: number | null
  /** Start of the work. ISO 8601, UTC, with milliseconds. */
  start_time: string | null
  /** End of the work. Needs `start_time`. ISO 8601, UTC, with milliseconds. */
  end_time: string | null
  /** Whether the time can be billed to the client. */
  is_billable: boolean
  /** Price of one hour, without tax, in the currency of the firm. Used for billing only if `hourly_rate` is null. */
  rate: number | null
  /**
   * Price of one hour, without tax, in the currency of the firm. Takes precedence over `rate` and over all rates of the
   * firm.
   */
  hourly_rate: number | null
  /** Kind of work, as free text. */
  activity_type: string | null
  /**
   * Billing status: `pending` (unbilled), `billed` or `paid`. You can set any status, but an entry on an invoice
   * follows that invoice and cannot be set to `pending`.
   */
  status: TimeEntryStatus
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
   * ID of the member of the account who did the work. Default: the member that the API key acts for (`acts_for` in
   * `mb.me()`). An ID that is not a current member is refused; you can send the unchanged value of a former member.
   */
  user_id: string | null
  /**
   * Rate that one hour is billed at, without tax: `hourly_rate`, else `rate`, else the rate that the firm set for the
   * matter, client, member or all work. Null if none of these exists. Fixed once the entry is billed.
   */
  billing_rate: number | null
  /**
   * Source of `billing_rate`. `entry` is the `hourly_rate` or `rate` of the entry itself; the others are rates that the
   * firm set in the dashboard.
   */
  rate_source: RateSource | null
  /**
   * Hours that are billed: `duration`, rounded up to the billing increment of the firm (such as 6 minutes). Fixed once
   * the entry is billed.
   */
  billed_hours: number | null
  /** ID of the invoice that bills the time, drafts included. Null while no invoice does. */
  invoice_id: number | null
  /**
   * Version of the record, without the quotes of the `ETag` header. Each change gives the record another `etag`. Send
   * it in `If-Match`, or as `if_match` in a bulk request, to write only if the record did not change.
   */
  etag: string
}

/** Fields of the time entry to change. Missing fields keep their value, and `null` clears a field. */
export interface TimeEntryUpdate {
  /** ID of the matter that the time is recorded on. A matter is called `case` in field names. */
  case_id?: number | null | undefined
  /**
   * ID of the client. If the matter has a client, the entry always has the same client, and another `client_id` is
   * ignored.
   */
  client_id?: number | null | undefined
  /** Description of the work, as printed on the invoice. At most 65,536 characters. */
  description?: string | null | undefined
  /** Duration in hours, such as 1.5. Default: the time from `start_time` to `end_time`. 0 or more. */
  duration?: number | null | undefined
  /**
   * Start of the work. A Date, or a string such as `2026-03-14T09:26:53Z`. Without a time zone it is UTC, and a plain
   * date means 00:00.
   */
  start_time?: string | Date | null | undefined
  /**
   * End of the work. Needs `start_time`. A Date, or a string such as `2026-03-14T09:26:53Z`. Without a time zone it is
   * UTC, and a plain date means 00:00.
   */
  end_time?: string | Date | null | undefined
  /** Whether the time can be billed to the client. Default: `true`. */
  is_billable?: boolean | undefined
  /**
   * Price of one hour, without tax, in the currency of the firm. Used for billing only if `hourly_rate` is null. 0 or
   * more.
   */
  rate?: number | null | undefined
  /**
   * Price of one hour, without tax, in the currency of the firm. Takes precedence over `rate` and over all rates of the
   * firm. 0 or more.
   */
  hourly_rate?: number | null | undefined
  /** Kind of work, as free text. At most 255 characters. */
  activity_type?: string | null | undefined
  /**
   * Billing status: `pending` (unbilled), `billed` or `paid`. You can set any status, but an entry on an invoice
   * follows that invoice and cannot be set to `pending`. Default: `pending`.
   */
  status?: TimeEntryStatus | undefined
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
   * ID of the member of the account who did the work. Default: the member that the API key acts for (`acts_for` in
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
 * A new time entry. Send at least one of `case_id`, `duration`, `start_time` or `description`. `end_time` must not be
 * before `start_time`. `end_time` cannot be set without `start_time`. `billed_hours` times `billing_rate` is at most
 * 1,000,000,000,000.
 */
export type TimeEntryCreate = TimeEntryUpdate

/** Filters of the list of time entries. */
export interface TimeEntryListParams extends TimedListParams, DayRange {
  /**
   * Only the record with this `external_id`. An array of up to 200 values matches any of them. `none` finds records
   * without an `external_id`.
   */
  readonly external_id?: Several<string> | undefined
  /** Only records with this `status`. An array of up to 200 values matches any of them. */
  readonly status?: Several<TimeEntryStatus> | undefined
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

/** Related records of a time entry, for `expand`. */
export interface TimeEntryRelated {
  /** Record with the ID in `case_id`. */
  case: Matter | null
  /** Record with the ID in `client_id`. */
  client: Client | null
  /** Record with the ID in `user_id`. */
  user: User | null
}

/** The operations of time entries. */
export type TimeEntries = Crud<TimeEntry, TimeEntryCreate, TimeEntryUpdate, TimeEntryListParams, TimeEntryRelated>

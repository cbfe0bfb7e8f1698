import type { Client } from './clients.ts'
import type { Crud, Several, TimedListParams } from './crud.ts'
import type { Matter } from './matters.ts'

/** Every status of a time entry, for select boxes and checks at run time. */
export const timeEntryStatuses = ['pending', 'billed', 'paid'] as const

/** One of `timeEntryStatuses`. */
export type TimeEntryStatus = (typeof timeEntryStatuses)[number]

/** Sources of the rate of a time entry, in order of precedence. The first source with a rate applies. */
export const rateSources = ['entry', 'matter_member', 'matter', 'client_member', 'client', 'member', 'firm'] as const

/** One of `rateSources`. */
export type RateSource = (typeof rateSources)[number]

/** A time entry: work, usually on a matter. */
export interface TimeEntry {
  /** ID, assigned by the server. */
  id: number
  /** ID of the matter. */
  case_id: number | null
  /** ID of a client. */
  client_id: number | null
  /** Description of the work. */
  description: string | null
  /** Hours. */
  duration: number | null
  /** Start of the work. ISO 8601, UTC, with milliseconds. */
  start_time: string | null
  /** End of the work. ISO 8601, UTC, with milliseconds. */
  end_time: string | null
  /** Whether the client is billed for it. */
  is_billable: boolean
  /** Amount per hour. */
  rate: number | null
  /** Amount per hour. */
  hourly_rate: number | null
  /** Free text, such as `Drafting`. */
  activity_type: string | null
  /** Status. An entry on an invoice cannot be set to `pending`. */
  status: TimeEntryStatus
  /** ID of the record in your system. Upserts find the record by it. */
  external_id: string | null
  /** Time of creation. ISO 8601, UTC, with milliseconds. */
  created_at: string
  /** Time of the last change. ISO 8601, UTC, with milliseconds. Unique within a workspace. */
  updated_at: string
  /** ID of the member who worked, or null. */
  user_id: string | null
  /** Rate per hour for billing: `hourly_rate`, `rate`, or the rate of the matter, client, member or firm. Read-only. */
  billing_rate: number | null
  /** Source of `billing_rate`. Null without a rate, and for entries from before rates existed. */
  rate_source: RateSource | null
  /** Billed hours: `duration`, rounded up to the billing increment of the firm. Read-only. */
  billed_hours: number | null
}

/** Fields to set. Missing fields keep their value, and `null` clears a field. A new entry needs a case_id, duration, start_time or description. */
export interface TimeEntryUpdate {
  /** ID of a matter. */
  case_id?: number | null | undefined
  /** ID of a client. With a `case_id`, the client of the matter counts, and another value is ignored. */
  client_id?: number | null | undefined
  /** Description of the work. */
  description?: string | null | undefined
  /** Hours. Default: the time from `start_time` to `end_time`. */
  duration?: number | null | undefined
  /** A Date, or a string such as `2026-03-14T09:26:53Z`. Without a time zone it is UTC, and a plain date means 00:00. */
  start_time?: string | Date | null | undefined
  /** Same format as `start_time`, and not before it. */
  end_time?: string | Date | null | undefined
  /** Whether the client is billed for it. Default true. */
  is_billable?: boolean | undefined
  /** Amount per hour, 0 or more. */
  rate?: number | null | undefined
  /** Amount per hour, 0 or more. */
  hourly_rate?: number | null | undefined
  /** Free text, such as `Drafting`. */
  activity_type?: string | null | undefined
  /** Default `pending`. */
  status?: TimeEntryStatus | undefined
  /** ID of the record in your system, at most 255 characters. Unique among the time entries of a workspace. */
  external_id?: string | null | undefined
  /** ID of a member of the account. Another value is ignored. Default: the member that the API key acts for. */
  user_id?: string | null | undefined
}

/** A new time entry. Needs case_id, duration, start_time or description. */
export type TimeEntryCreate = TimeEntryUpdate

/** Filters of the list of time entries. */
export interface TimeEntryListParams extends TimedListParams {
  /** Only the record with this `external_id`. */
  readonly external_id?: string | undefined
  /** Only entries of this status, or of any of these. */
  readonly status?: Several<TimeEntryStatus> | undefined
  /** Only entries of this client, or of any of these. */
  readonly client_id?: Several<number> | undefined
  /** Only entries of this matter, or of any of these. */
  readonly case_id?: Several<number> | undefined
  /** Search terms. All of them must appear in the text fields. Upper and lower case are equal. */
  readonly q?: string | undefined
}

/** Related records of a time entry, for `expand`. */
export interface TimeEntryRelated {
  /** The matter of `case_id`. */
  case: Matter | null
  /** The client of `client_id`. */
  client: Client | null
}

/** The operations of time entries. */
export type TimeEntries = Crud<TimeEntry, TimeEntryCreate, TimeEntryUpdate, TimeEntryListParams, TimeEntryRelated>

import type { Client } from './clients.ts'
import type { Crud, Several, TimedListParams } from './crud.ts'
import type { Matter } from './matters.ts'

/** Every status of a time entry, for select boxes and checks at run time. */
export const timeEntryStatuses = ['pending', 'billed', 'paid'] as const

/** One of `timeEntryStatuses`. */
export type TimeEntryStatus = (typeof timeEntryStatuses)[number]

/** Every place that the rate of a time entry can come from; the first of these that there is counts. */
export const rateSources = ['entry', 'matter_member', 'matter', 'client_member', 'client', 'member', 'firm'] as const

/** One of `rateSources`. */
export type RateSource = (typeof rateSources)[number]

/** Time worked, mostly on a matter. */
export interface TimeEntry {
  /** Given by the service. */
  id: number
  /** id of the matter the time is recorded against */
  case_id: number | null
  /** id of a client */
  client_id: number | null
  /** What was done. */
  description: string | null
  /** hours */
  duration: number | null
  /** ISO 8601, UTC, with milliseconds */
  start_time: string | null
  /** ISO 8601, UTC, with milliseconds */
  end_time: string | null
  /** Whether the client pays for it. */
  is_billable: boolean
  /** Money for an hour. */
  rate: number | null
  /** Money for an hour. */
  hourly_rate: number | null
  /** Free text, such as `Drafting`. */
  activity_type: string | null
  /** Any status may follow any other. */
  status: TimeEntryStatus
  /** Your own record's id; the key of upserts. */
  external_id: string | null
  /** ISO 8601, UTC, with milliseconds */
  created_at: string
  /** ISO 8601, UTC, with milliseconds; no two changes of a workspace share one */
  updated_at: string
  /** The member who worked; null where an API key recorded it. Set by the service. */
  user_id: string | null
  /** What an hour is billed at: `hourly_rate`, `rate`, or that of the matter, client, member or firm. Set by the service. */
  billing_rate: number | null
  /** Where `billing_rate` comes from; null for entries older than rates too. */
  rate_source: RateSource | null
  /** The hours that are billed: `duration`, rounded up to the firm's increment. Set by the service. */
  billed_hours: number | null
}

/** Fields to set; `null` clears, absent leaves as it is. A new entry needs a case_id, duration, start_time or description. */
export interface TimeEntryUpdate {
  /** id of a matter */
  case_id?: number | null | undefined
  /** id of a client. Default: the matter's. */
  client_id?: number | null | undefined
  /** What was done. */
  description?: string | null | undefined
  /** Hours. Default: from start_time to end_time. */
  duration?: number | null | undefined
  /** A Date, or `2026-03-14T09:26:53Z`; UTC where no zone is named, and a plain date means its start. */
  start_time?: string | Date | null | undefined
  /** A moment like `start_time`, not before it. */
  end_time?: string | Date | null | undefined
  /** Whether the client pays for it. Default true. */
  is_billable?: boolean | undefined
  /** Money for an hour, 0 or more. */
  rate?: number | null | undefined
  /** Money for an hour, 0 or more. */
  hourly_rate?: number | null | undefined
  /** Free text, such as `Drafting`. */
  activity_type?: string | null | undefined
  /** Default `pending`. */
  status?: TimeEntryStatus | undefined
  /** Your own record's id, at most 255 characters; no two time entries of a workspace share one. */
  external_id?: string | null | undefined
}

/** A new time entry; it needs a case_id, duration, start_time or description. */
export type TimeEntryCreate = TimeEntryUpdate

/** What the list of time entries can be narrowed by. */
export interface TimeEntryListParams extends TimedListParams {
  /** Only the record with this `external_id`. */
  readonly external_id?: string | undefined
  /** Only entries of this status, or of one of these. */
  readonly status?: Several<TimeEntryStatus> | undefined
  /** Only entries of this client, or of one of these. */
  readonly client_id?: Several<number> | undefined
  /** Only entries of this matter, or of one of these. */
  readonly case_id?: Several<number> | undefined
  /** Words in the text fields, all of them, whatever their case. */
  readonly q?: string | undefined
}

/** What a time entry refers to, for `expand`. */
export interface TimeEntryRelated {
  /** Of `case_id`. */
  case: Matter | null
  /** Of `client_id`. */
  client: Client | null
}

/** The operations of time entries. */
export type TimeEntries = Crud<TimeEntry, TimeEntryCreate, TimeEntryUpdate, TimeEntryListParams, TimeEntryRelated>

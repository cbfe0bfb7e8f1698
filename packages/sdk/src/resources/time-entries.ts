import { type Crud, crud, type Several, type TimedListParams } from './crud.ts'
import type { Http } from '../requests/http.ts'

export type TimeEntryStatus = 'pending' | 'billed' | 'paid'

export interface TimeEntry {
  id: number
  /** id of the matter the time is recorded against */
  case_id: number | null
  client_id: number | null
  description: string | null
  /** hours */
  duration: number | null
  start_time: string | null
  end_time: string | null
  is_billable: boolean
  rate: number | null
  hourly_rate: number | null
  activity_type: string | null
  status: TimeEntryStatus
  external_id: string | null
  created_at: string
  updated_at: string
}

/** Members to set; `null` clears, absent leaves as it is. A new entry needs a case_id, duration, start_time or description. */
export interface TimeEntryUpdate {
  case_id?: number | null | undefined
  /** Default: the matter's client. */
  client_id?: number | null | undefined
  description?: string | null | undefined
  /** Hours. Default: from start_time to end_time. */
  duration?: number | null | undefined
  start_time?: string | null | undefined
  end_time?: string | null | undefined
  /** Default true. */
  is_billable?: boolean | undefined
  rate?: number | null | undefined
  hourly_rate?: number | null | undefined
  activity_type?: string | null | undefined
  /** Default `pending`. */
  status?: TimeEntryStatus | undefined
  external_id?: string | null | undefined
}

export type TimeEntryCreate = TimeEntryUpdate

export interface TimeEntryListParams extends TimedListParams {
  readonly external_id?: string | undefined
  readonly status?: Several<TimeEntryStatus> | undefined
  readonly client_id?: Several<number> | undefined
  readonly case_id?: Several<number> | undefined
  /** Words in the text members. */
  readonly q?: string | undefined
}

export type TimeEntries = Crud<TimeEntry, TimeEntryCreate, TimeEntryUpdate, TimeEntryListParams>

export const timeEntries = (http: Http): TimeEntries => crud(http, 'time-entries')

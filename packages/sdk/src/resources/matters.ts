import { type Crud, crud, type Several, type TimedListParams } from './crud.ts'
import type { Http } from '../requests/http.ts'

export type MatterStatus = 'In Progress' | 'Case Won' | 'Case Closed' | 'Settled' | 'Dismissed' | 'On Hold'

export interface Matter {
  id: number
  title: string
  description: string | null
  case_category: string | null
  service_type: string | null
  status: MatterStatus
  official_case_number: string | null
  case_type: string | null
  /** id of a client */
  client_id: number | null
  estimated_hours: number | null
  estimated_budget_min: number | null
  estimated_budget_max: number | null
  /** YYYY-MM-DD */
  start_date: string | null
  /** YYYY-MM-DD */
  end_date: string | null
  /** Your own record's id; the key of upserts. */
  external_id: string | null
  /** ISO 8601, UTC, with milliseconds */
  created_at: string
  /** ISO 8601, UTC, with milliseconds; no two changes of a workspace share one */
  updated_at: string
}

/** Members to set; `null` clears, absent leaves as it is. */
export interface MatterUpdate {
  title?: string | undefined
  description?: string | null | undefined
  case_category?: string | null | undefined
  service_type?: string | null | undefined
  /** Default `In Progress`. */
  status?: MatterStatus | undefined
  official_case_number?: string | null | undefined
  case_type?: string | null | undefined
  client_id?: number | null | undefined
  estimated_hours?: number | null | undefined
  estimated_budget_min?: number | null | undefined
  estimated_budget_max?: number | null | undefined
  start_date?: string | null | undefined
  end_date?: string | null | undefined
  external_id?: string | null | undefined
}

export interface MatterCreate extends MatterUpdate {
  title: string
}

export interface MatterListParams extends TimedListParams {
  readonly external_id?: string | undefined
  readonly status?: Several<MatterStatus> | undefined
  readonly client_id?: Several<number> | undefined
  /** Words in the text members. */
  readonly q?: string | undefined
}

export type Matters = Crud<Matter, MatterCreate, MatterUpdate, MatterListParams>

export const matters = (http: Http): Matters => crud(http, 'matters')

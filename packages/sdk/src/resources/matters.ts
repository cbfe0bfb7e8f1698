import type { Client } from './clients.ts'
import type { Crud, Several, TimedListParams } from './crud.ts'

/** Every status of a matter, for select boxes and checks at run time. */
export const matterStatuses = ['In Progress', 'Case Won', 'Case Closed', 'Settled', 'Dismissed', 'On Hold'] as const

/** One of `matterStatuses`. */
export type MatterStatus = (typeof matterStatuses)[number]

/** A matter: a case or another mandate. */
export interface Matter {
  /** ID, assigned by the server. */
  id: number
  /** At most 255 characters. */
  title: string
  /** At most 65,536 characters. */
  description: string | null
  /** Free text, such as `Probate`. */
  case_category: string | null
  /** Free text, such as `Representation`. */
  service_type: string | null
  /** Status. Every change of status is allowed. */
  status: MatterStatus
  /** Case number of the court. */
  official_case_number: string | null
  /** Free text, such as `Insurance dispute`. */
  case_type: string | null
  /** ID of a client. */
  client_id: number | null
  /** Estimated hours. */
  estimated_hours: number | null
  /** Lowest estimated budget. Not above `estimated_budget_max`. */
  estimated_budget_min: number | null
  /** Highest estimated budget. */
  estimated_budget_max: number | null
  /** Date, YYYY-MM-DD. */
  start_date: string | null
  /** Date, YYYY-MM-DD, not before `start_date`. */
  end_date: string | null
  /** ID of the record in your system. Upserts find the record by it. */
  external_id: string | null
  /** Time of creation. ISO 8601, UTC, with milliseconds. */
  created_at: string
  /** Time of the last change. ISO 8601, UTC, with milliseconds. Unique within a workspace. */
  updated_at: string
}

/** Fields to set. Missing fields keep their value, and `null` clears a field. */
export interface MatterUpdate {
  /** At most 255 characters, not blank. */
  title?: string | undefined
  /** At most 65,536 characters. */
  description?: string | null | undefined
  /** Free text, such as `Probate`. */
  case_category?: string | null | undefined
  /** Free text, such as `Representation`. */
  service_type?: string | null | undefined
  /** Default `In Progress`. */
  status?: MatterStatus | undefined
  /** Case number of the court. */
  official_case_number?: string | null | undefined
  /** Free text, such as `Insurance dispute`. */
  case_type?: string | null | undefined
  /** ID of a client. */
  client_id?: number | null | undefined
  /** Hours, 0 or more. */
  estimated_hours?: number | null | undefined
  /** Lowest estimated budget, 0 or more. Not above `estimated_budget_max`. */
  estimated_budget_min?: number | null | undefined
  /** Highest estimated budget, 0 or more. */
  estimated_budget_max?: number | null | undefined
  /** `2026-03-14`, or a Date at 00:00 UTC. */
  start_date?: string | Date | null | undefined
  /** `2026-03-14`, or a Date at 00:00 UTC. Not before `start_date`. */
  end_date?: string | Date | null | undefined
  /** ID of the record in your system, at most 255 characters. Unique among the matters of a workspace. */
  external_id?: string | null | undefined
}

/** A new matter. Needs title. */
export interface MatterCreate extends MatterUpdate {
  /** At most 255 characters, not blank. */
  title: string
}

/** Filters of the list of matters. */
export interface MatterListParams extends TimedListParams {
  /** Only the record with this `external_id`. */
  readonly external_id?: string | undefined
  /** Only matters of this status, or of any of these. */
  readonly status?: Several<MatterStatus> | undefined
  /** Only matters of this client, or of any of these. */
  readonly client_id?: Several<number> | undefined
  /** Search terms. All of them must appear in the text fields. Upper and lower case are equal. */
  readonly q?: string | undefined
}

/** Related records of a matter, for `expand`. */
export interface MatterRelated {
  /** The client of `client_id`. */
  client: Client | null
}

/** The operations of matters. */
export type Matters = Crud<Matter, MatterCreate, MatterUpdate, MatterListParams, MatterRelated>

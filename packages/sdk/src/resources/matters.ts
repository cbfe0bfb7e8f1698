import type { Client } from './clients.ts'
import type { Crud, Several, TimedListParams } from './crud.ts'

/** Every status of a matter, for select boxes and checks at run time. */
export const matterStatuses = ['In Progress', 'Case Won', 'Case Closed', 'Settled', 'Dismissed', 'On Hold'] as const

/** One of `matterStatuses`. */
export type MatterStatus = (typeof matterStatuses)[number]

/** A case or another mandate. */
export interface Matter {
  /** Given by the service. */
  id: number
  /** At most 255 characters. */
  title: string
  /** At most 65,536 characters. */
  description: string | null
  /** Free text, such as `Probate`. */
  case_category: string | null
  /** Free text, such as `Representation`. */
  service_type: string | null
  /** Any status may follow any other. */
  status: MatterStatus
  /** The number the court gave it. */
  official_case_number: string | null
  /** Free text, such as `Insurance dispute`. */
  case_type: string | null
  /** id of a client */
  client_id: number | null
  /** Hours. */
  estimated_hours: number | null
  /** Money; not above `estimated_budget_max`. */
  estimated_budget_min: number | null
  /** Money. */
  estimated_budget_max: number | null
  /** YYYY-MM-DD */
  start_date: string | null
  /** YYYY-MM-DD, not before `start_date` */
  end_date: string | null
  /** Your own record's id; the key of upserts. */
  external_id: string | null
  /** ISO 8601, UTC, with milliseconds */
  created_at: string
  /** ISO 8601, UTC, with milliseconds; no two changes of a workspace share one */
  updated_at: string
}

/** Fields to set; `null` clears, absent leaves as it is. */
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
  /** The number the court gave it. */
  official_case_number?: string | null | undefined
  /** Free text, such as `Insurance dispute`. */
  case_type?: string | null | undefined
  /** id of a client */
  client_id?: number | null | undefined
  /** Hours, 0 or more. */
  estimated_hours?: number | null | undefined
  /** Money, 0 or more; not above `estimated_budget_max`. */
  estimated_budget_min?: number | null | undefined
  /** Money, 0 or more. */
  estimated_budget_max?: number | null | undefined
  /** `2026-03-14`, or a Date at 00:00 UTC. */
  start_date?: string | Date | null | undefined
  /** `2026-03-14`, or a Date at 00:00 UTC; not before `start_date`. */
  end_date?: string | Date | null | undefined
  /** Your own record's id, at most 255 characters; no two matters of a workspace share one. */
  external_id?: string | null | undefined
}

/** A new matter; it needs a title. */
export interface MatterCreate extends MatterUpdate {
  /** At most 255 characters, not blank. */
  title: string
}

/** What the list of matters can be narrowed by. */
export interface MatterListParams extends TimedListParams {
  /** Only the record with this `external_id`. */
  readonly external_id?: string | undefined
  /** Only matters of this status, or of one of these. */
  readonly status?: Several<MatterStatus> | undefined
  /** Only matters of this client, or of one of these. */
  readonly client_id?: Several<number> | undefined
  /** Words in the text fields, all of them, whatever their case. */
  readonly q?: string | undefined
}

/** What a matter refers to, for `expand`. */
export interface MatterRelated {
  /** Of `client_id`. */
  client: Client | null
}

/** The operations of matters. */
export type Matters = Crud<Matter, MatterCreate, MatterUpdate, MatterListParams, MatterRelated>

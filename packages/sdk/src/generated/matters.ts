// Generated from the contract. `npx pnpm@12 generate` writes it again.

import type { Client } from './clients.ts'
import type { User } from './users.ts'
import type { Crud, Several, TimedListParams } from '../resources/crud.ts'

/**
 * Every matter status, for select boxes and checks at run time. Status of the matter. You can set any status at any
 * time.
 */
export const matterStatuses = ['In Progress', 'Case Won', 'Case Closed', 'Settled', 'Dismissed', 'On Hold'] as const

/** One of `matterStatuses`. */
export type MatterStatus = (typeof matterStatuses)[number]

/**
 * Values of the custom fields by key, without fields that have no value. An option is an object with its `id`. `GET
 * /custom-fields` lists the keys, the types and the options. Firms can add fields at any time.
 */
export interface MatterCustomFields {
  [key: string]: unknown
}

/** Agreed way of billing the matter, for your information. It does not change how work is billed. */
export type BillingMethod = 'hourly' | 'flat_fee' | 'contingency' | 'other'

/** A matter. Cases and other mandates of the firm, with their client, status, budget and dates. */
export interface Matter {
  /** ID of the matter. IDs differ between live and test. */
  id: number
  /** Title of the matter, as lists and invoices show it. */
  title: string
  /** Description of the matter, for the members of the firm. */
  description: string | null
  /** Area of law, as free text. */
  case_category: string | null
  /** Service for the client, as free text. */
  service_type: string | null
  /** Status of the matter. You can set any status at any time. */
  status: MatterStatus
  /** File number of the court or authority. */
  official_case_number: string | null
  /** Kind of case, as free text. */
  case_type: string | null
  /**
   * ID of the client of the matter. If you change it, unbilled time entries and expenses of the matter move to the new
   * client.
   */
  client_id: number | null
  /** Estimated hours of work. */
  estimated_hours: number | null
  /** Lower end of the estimated budget, in the currency of the firm. */
  estimated_budget_min: number | null
  /** Upper end of the estimated budget, in the currency of the firm. */
  estimated_budget_max: number | null
  /** First day of work, `YYYY-MM-DD`. */
  start_date: string | null
  /** Last day of work, actual or planned, `YYYY-MM-DD`. */
  end_date: string | null
  /**
   * Your own ID of this record, at most 255 characters. Unique per resource and workspace. `upsert` finds the record by
   * it, and compares it exactly.
   */
  external_id: string | null
  /**
   * Your own values by key, for programs. `{}` without any. Search, invoices and pages for clients do not show them.
   */
  metadata: Record<string, string>
  /**
   * Values of the custom fields by key, without fields that have no value. An option is an object with its `id`. `GET
   * /custom-fields` lists the keys, the types and the options. Firms can add fields at any time.
   */
  custom_fields: MatterCustomFields
  /**
   * Number of the matter in the firm, at most 100 characters, trimmed. Unique in the workspace and never used again,
   * also after the matter was deleted. A new matter without a number gets the next one if the firm has set a pattern
   * for matter numbers in the dashboard, else null.
   */
  number: string | null
  /** Agreed way of billing the matter, for your information. It does not change how work is billed. */
  billing_method: BillingMethod | null
  /** Time of creation. ISO 8601, UTC, with milliseconds. */
  created_at: string
  /**
   * Time of the last change. Each change in a workspace has its own time, and a later change always has a later time.
   * ISO 8601, UTC, with milliseconds.
   */
  updated_at: string
  /**
   * ID of the member of the account who is responsible for the matter. An ID that is not a current member is refused;
   * you can send the unchanged value of a former member.
   */
  responsible_user_id: string | null
  /**
   * ID of the member of the account who brought the matter in. An ID that is not a current member is refused; you can
   * send the unchanged value of a former member.
   */
  originating_user_id: string | null
  /**
   * Version of the record, without the quotes of the `ETag` header. Each change gives the record another `etag`. Send
   * it in `If-Match`, or as `if_match` in a bulk request, to write only if the record did not change.
   */
  etag: string
}

/** Fields of the matter to change. Missing fields keep their value, and `null` clears a field. */
export interface MatterUpdate {
  /** Title of the matter, as lists and invoices show it. At most 255 characters, not blank. */
  title?: string | undefined
  /** Description of the matter, for the members of the firm. At most 65,536 characters. */
  description?: string | null | undefined
  /** Area of law, as free text. At most 255 characters. */
  case_category?: string | null | undefined
  /** Service for the client, as free text. At most 255 characters. */
  service_type?: string | null | undefined
  /** Status of the matter. You can set any status at any time. Default: `In Progress`. */
  status?: MatterStatus | undefined
  /** File number of the court or authority. At most 255 characters. */
  official_case_number?: string | null | undefined
  /** Kind of case, as free text. At most 255 characters. */
  case_type?: string | null | undefined
  /**
   * ID of the client of the matter. If you change it, unbilled time entries and expenses of the matter move to the new
   * client.
   */
  client_id?: number | null | undefined
  /** Estimated hours of work. 0 or more. */
  estimated_hours?: number | null | undefined
  /** Lower end of the estimated budget, in the currency of the firm. 0 or more. */
  estimated_budget_min?: number | null | undefined
  /** Upper end of the estimated budget, in the currency of the firm. 0 or more. */
  estimated_budget_max?: number | null | undefined
  /** First day of work, `YYYY-MM-DD`. A string, or a Date at 00:00 UTC. */
  start_date?: string | Date | null | undefined
  /** Last day of work, actual or planned, `YYYY-MM-DD`. A string, or a Date at 00:00 UTC. */
  end_date?: string | Date | null | undefined
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
   * Values of custom fields by key. Fields that you leave out keep their values. `null` clears a field, and
   * `custom_fields: null` clears all. For a `select`, send the ID as a number, or the exact label of an option. Unknown
   * keys are ignored and named in `ignoredFields`. `GET /custom-fields` lists the fields.
   */
  custom_fields?: Readonly<Record<string, unknown>> | null | undefined
  /**
   * Number of the matter in the firm, at most 100 characters, trimmed. Unique in the workspace and never used again,
   * also after the matter was deleted. A new matter without a number gets the next one if the firm has set a pattern
   * for matter numbers in the dashboard, else null.
   */
  number?: string | null | undefined
  /** Agreed way of billing the matter, for your information. It does not change how work is billed. */
  billing_method?: BillingMethod | null | undefined
  /**
   * ID of the member of the account who is responsible for the matter. An ID that is not a current member is refused;
   * you can send the unchanged value of a former member.
   */
  responsible_user_id?: string | null | undefined
  /**
   * ID of the member of the account who brought the matter in. An ID that is not a current member is refused; you can
   * send the unchanged value of a former member.
   */
  originating_user_id?: string | null | undefined
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
   * Member that `responsible_user_id` refers to, by its `id`. Send it instead of `responsible_user_id`. `null` unlinks.
   * You can send a whole record as `expand` returns it. Next to `responsible_user_id`, a whole record and `null` are
   * ignored.
   */
  responsible_user?:
    | {
        /** ID of the member. */
        id: string
      }
    | null
    | undefined
  /**
   * Member that `originating_user_id` refers to, by its `id`. Send it instead of `originating_user_id`. `null` unlinks.
   * You can send a whole record as `expand` returns it. Next to `originating_user_id`, a whole record and `null` are
   * ignored.
   */
  originating_user?:
    | {
        /** ID of the member. */
        id: string
      }
    | null
    | undefined
}

/**
 * A new matter. Send `title`. `estimated_budget_max` must not be less than `estimated_budget_min`. `end_date` must not
 * be before `start_date`.
 */
export interface MatterCreate extends MatterUpdate {
  /** Title of the matter, as lists and invoices show it. At most 255 characters, not blank. */
  title: string
}

/** Filters of the list of matters. */
export interface MatterListParams extends TimedListParams {
  /**
   * Only the record with this `external_id`. An array of up to 200 values matches any of them. `none` finds records
   * without an `external_id`.
   */
  readonly external_id?: Several<string> | undefined
  /** Only records with this `status`. An array of up to 200 values matches any of them. */
  readonly status?: Several<MatterStatus> | undefined
  /** Only records with this `client_id`. An array of up to 200 values matches any of them. */
  readonly client_id?: Several<number> | undefined
  /** Only records with this `number`. An array of up to 200 values matches any of them. */
  readonly number?: Several<string> | undefined
  /**
   * Only records with this `responsible_user_id`. An array of up to 200 values matches any of them. `none` finds
   * records without a user, and `me` those of the member that the API key acts for.
   */
  readonly responsible_user_id?: Several<string> | undefined
  /**
   * Only records with this `originating_user_id`. An array of up to 200 values matches any of them. `none` finds
   * records without a user, and `me` those of the member that the API key acts for.
   */
  readonly originating_user_id?: Several<string> | undefined
  /** Only records with this `billing_method`. An array of up to 200 values matches any of them. */
  readonly billing_method?: Several<BillingMethod> | undefined
  /**
   * Only records with this value under a key, such as `metadata: { erp_id: 'A-2041' }`. Values are compared exactly.
   * With several keys, a record must have all of these values.
   */
  readonly metadata?: Readonly<Record<string, string>> | undefined
  /**
   * Only records with this value of a custom field, such as `custom_fields: { judge: '3' }`. The field must have
   * `is_filterable`. For a `select`, send the label or the ID of an option; a label comes first. For numbers, money and
   * dates, `custom_fields[court_date_from]` and `custom_fields[court_date_to]` are the first and the last value. With
   * several fields, a record must have all of these values.
   */
  readonly custom_fields?: Readonly<Record<string, string>> | undefined
  /**
   * Only records that contain all of these search terms. Case and accents are ignored. At least one letter or digit. In
   * the newest 10,000 records of a workspace, parts of words match too: three letters or more anywhere in a word, fewer
   * letters at its beginning. At most 255 characters.
   */
  readonly q?: string | undefined
}

/** Related records of a matter, for `expand`. */
export interface MatterRelated {
  /** Record with the ID in `client_id`. */
  client: Client | null
  /** Record with the ID in `responsible_user_id`. */
  responsible_user: User | null
  /** Record with the ID in `originating_user_id`. */
  originating_user: User | null
}

/** The operations of matters. */
export type Matters = Crud<Matter, MatterCreate, MatterUpdate, MatterListParams, MatterRelated>

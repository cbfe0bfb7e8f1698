// Generated from the contract. `npx pnpm@12 generate` writes it again.

import type { ListParams } from '../resources/crud.ts'

/** Every lead urgency, for select boxes and checks at run time. How soon the firm should respond. */
export const leadUrgencies = ['low', 'medium', 'high'] as const

/** One of `leadUrgencies`. */
export type LeadUrgency = (typeof leadUrgencies)[number]

/**
 * Every lead status, for select boxes and checks at run time. Status of the lead. A new lead is `new`; members change
 * the status in the dashboard. More values can be added.
 */
export const leadStatuses = ['new', 'contacted', 'qualified', 'converted', 'lost'] as const

/** One of `leadStatuses`. */
export type LeadStatus = (typeof leadStatuses)[number]

/**
 * Values of the custom fields by key, without fields that have no value. An option is an object with its `id`. `GET
 * /custom-fields` lists the keys, the types and the options. Firms can add fields at any time.
 */
export interface LeadCustomFields {
  [key: string]: unknown
}

/** An enquiry of a person who may become a client. */
export interface Lead {
  /** ID of the lead. */
  lead_id: string
  /** First name. */
  first_name: string | null
  /** Last name. */
  last_name: string | null
  /** Email address. Each address has one lead. */
  email: string | null
  /** Phone number, in any notation. */
  phone: string | null
  /** Company of the person. */
  company: string | null
  /** Area of law, as free text. It counts for `score`. */
  practice_area: string | null
  /** What the person needs help with. */
  description: string | null
  /** How soon the firm should respond. Null only in the result of a `create`, see `CapturedLead`. */
  urgency: LeadUrgency | null
  /** Status of the lead. A new lead is `new`; members change the status in the dashboard. More values can be added. */
  status: LeadStatus
  /**
   * Score of the lead from 20 (low) to 100 (high): points for the practice area plus points for the urgency. Null only
   * in the result of a `create`, see `CapturedLead`.
   */
  score: number | null
  /** Time at which the lead was captured. ISO 8601, UTC, with milliseconds. */
  created_at: string
  /** Time of the last change. ISO 8601, UTC, with milliseconds. */
  updated_at: string
  /**
   * Your own values by key, for programs. `{}` without any. Search, invoices and pages for clients do not show them.
   */
  metadata: Record<string, string>
  /**
   * Values of the custom fields by key, without fields that have no value. An option is an object with its `id`. `GET
   * /custom-fields` lists the keys, the types and the options. Firms can add fields at any time.
   */
  custom_fields: LeadCustomFields
}

/** A lead to capture. Needs an `email` or a `first_name`. */
export interface LeadCreate {
  /** First name. At most 255 characters. */
  first_name?: string | null | undefined
  /** Last name. At most 255 characters. */
  last_name?: string | null | undefined
  /**
   * Email address of at most 254 characters. If a lead has this email, that lead is completed instead. Spaces around
   * the email are removed, and an empty string counts as no address.
   */
  email?: string | null | undefined
  /** Phone number, in any notation. At most 64 characters. */
  phone?: string | null | undefined
  /** Company of the person. At most 255 characters. */
  company?: string | null | undefined
  /** Area of law, as free text. It counts for `score`. At most 255 characters. */
  practice_area?: string | null | undefined
  /** What the person needs help with. At most 65,536 characters. */
  description?: string | null | undefined
  /** How soon the firm should respond. Default: `medium`. */
  urgency?: LeadUrgency | null | undefined
  /**
   * Your own values by key, for programs. At most 50 keys of 1 to 40 characters without square brackets, with strings
   * of at most 500 characters. For a known email, only keys that the lead does not have are added, up to 50.
   */
  metadata?: Readonly<Record<string, string | null>> | null | undefined
  /**
   * Values of custom fields by key. Fields that you leave out keep their values. `null` clears a field, and
   * `custom_fields: null` clears all. For a `select`, send the ID as a number, or the exact label of an option. Unknown
   * keys are ignored and named in `ignoredFields`. `GET /custom-fields` lists the fields.
   */
  custom_fields?: Readonly<Record<string, unknown>> | null | undefined
}

/** Filters of the list of leads. */
export interface LeadListParams extends ListParams {
  /**
   * Sync epoch of your copy, from a checkpoint. If the workspace has another epoch now, the call throws a
   * `SyncResetError`.
   */
  readonly epoch?: string | undefined
  /** Only the lead with this `email`. Case is ignored. */
  readonly email?: string | undefined
  /**
   * Only records with this value of a custom field, such as `custom_fields: { judge: '3' }`. The field must have
   * `is_filterable`. For a `select`, send the label or the ID of an option; a label comes first. For numbers, money and
   * dates, `custom_fields[court_date_from]` and `custom_fields[court_date_to]` are the first and the last value. With
   * several fields, a record must have all of these values.
   */
  readonly custom_fields?: Readonly<Record<string, string>> | undefined
}

import type { ApiPromise } from '../requests/api-promise.ts'
import type { Fields, ListParams, Sparse } from './crud.ts'
import type { Http } from '../requests/http.ts'
import { list, type List } from '../lists/list.ts'
import type { RequestOptions } from '../requests/request.ts'
import type { ListBody } from '../lists/wire.ts'

/** Every urgency of a lead, for select boxes and checks at run time. */
export const leadUrgencies = ['low', 'medium', 'high'] as const

/** One of `leadUrgencies`. */
export type LeadUrgency = (typeof leadUrgencies)[number]

/** Every status of a lead, for select boxes and checks at run time. */
export const leadStatuses = ['new', 'contacted', 'qualified', 'converted', 'lost'] as const

/** One of `leadStatuses`. */
export type LeadStatus = (typeof leadStatuses)[number]

/** A lead: a person who may become a client. */
export interface Lead {
  /** UUID of the lead. */
  lead_id: string
  /** At most 255 characters. */
  first_name: string | null
  /** At most 255 characters. */
  last_name: string | null
  /** Email address in lower case. Unique among the leads of a workspace. */
  email: string | null
  /** At most 64 characters. */
  phone: string | null
  /** At most 255 characters. */
  company: string | null
  /** Free text, such as `Probate`. It changes the score. */
  practice_area: string | null
  /** Free text. */
  description: string | null
  /** Urgency. Like `score` and `status`, null only in the result of a `create` that cannot show the lead. */
  urgency: LeadUrgency | null
  /** Status. It changes in the dashboard. */
  status: LeadStatus
  /** Score from 0 to 100, computed from `practice_area` and `urgency`. */
  score: number | null
  /** Time of creation. ISO 8601, UTC, with milliseconds. */
  created_at: string
  /** Time of the last change. ISO 8601, UTC, with milliseconds. Unique within a workspace. */
  updated_at: string
}

/** A lead to capture. Needs an `email` or a `first_name`. */
export interface LeadCreate {
  /** At most 255 characters. */
  first_name?: string | null | undefined
  /** At most 255 characters. */
  last_name?: string | null | undefined
  /** Email address. An existing lead with this email is completed instead. */
  email?: string | null | undefined
  /** At most 64 characters. */
  phone?: string | null | undefined
  /** At most 255 characters. */
  company?: string | null | undefined
  /** Free text, such as `Probate`. It changes the score. */
  practice_area?: string | null | undefined
  /** Free text. */
  description?: string | null | undefined
  /** Default `medium`. */
  urgency?: LeadUrgency | null | undefined
}

/** Response of a capture. */
export interface CapturedLead {
  /**
   * The lead after the call. For a lead that this API key did not capture, and without `leads:read`, it contains only the
   * fields that you sent, the ID and the times. All other fields are null, including `status`.
   */
  lead: Lead
  /** False if a lead with this email already existed and was completed. */
  created: boolean
}

/** Filters of the list of leads. */
export interface LeadListParams extends ListParams {
  /** Only the lead with this email address. Upper and lower case are equal. */
  readonly email?: string | undefined
  /** Sync epoch of your copy. If the workspace has another one, the call throws a `SyncResetError`. */
  readonly epoch?: string | undefined
}

/** The operations of leads. */
export interface Leads {
  /**
   * Lists the leads that this API key captured, newest first.
   *
   * @example
   * for await (const lead of mb.leads.list()) console.log(lead.email, lead.score)
   */
  list<Field extends keyof Lead = never>(
    params?: LeadListParams & Sparse<Field>,
    options?: RequestOptions,
  ): List<Fields<Lead, Field>>
  /**
   * Captures a lead, or completes the existing lead with this email.
   *
   * @throws {BadRequestError} if both `email` and `first_name` are missing.
   * @example
   * const { lead, created } = await mb.leads.create({ email: 'ada@moss.example', practice_area: 'Probate' })
   */
  create(lead: LeadCreate, options?: RequestOptions): ApiPromise<CapturedLead>
}

const path = ['leads']

interface LeadsBody<T> extends Omit<ListBody<T>, 'data'> {
  readonly leads: T[]
}

export const leads = (http: Http): Leads => ({
  list: <Field extends keyof Lead = never>(params?: LeadListParams & Sparse<Field>, options?: RequestOptions) =>
    list(
      http,
      {
        path,
        query: { ...params },
        // The response of the specification has only `count` and `leads`, without paging.
        decode: ({ leads: data, ...page }: LeadsBody<Fields<Lead, Field>>) => ({
          has_more: Boolean(page.next_cursor),
          ...page,
          data,
        }),
      },
      options,
    ),
  create: (leadData, options) =>
    http.request(
      {
        method: 'POST',
        path,
        body: { leadData },
        decode: ({ lead, created }: { lead: Lead; created?: boolean }, { response }): CapturedLead | undefined =>
          lead && { lead, created: created ?? response.status === 201 },
      },
      options,
    ),
})

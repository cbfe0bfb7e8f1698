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

/** Somebody who may become a client. */
export interface Lead {
  /** uuid */
  lead_id: string
  /** At most 255 characters. */
  first_name: string | null
  /** At most 255 characters. */
  last_name: string | null
  /** What tells one lead from another, in lower case. */
  email: string | null
  /** At most 64 characters. */
  phone: string | null
  /** At most 255 characters. */
  company: string | null
  /** Free text, such as `Probate`; it counts for the score. */
  practice_area: string | null
  /** Free text. */
  description: string | null
  /** Null, like score and the times, only in the answer to a key that may not read leads. */
  urgency: LeadUrgency | null
  /** Changed in the dashboard. */
  status: LeadStatus
  /** 0 to 100, from practice area and urgency. */
  score: number | null
  /** ISO 8601, UTC, with milliseconds */
  created_at: string | null
  /** ISO 8601, UTC, with milliseconds; no two changes of a workspace share one */
  updated_at: string | null
}

/** A lead to capture; it needs an email or a first_name. */
export interface LeadCreate {
  /** At most 255 characters. */
  first_name?: string | null | undefined
  /** At most 255 characters. */
  last_name?: string | null | undefined
  /** A lead with the same one is completed instead of captured again. */
  email?: string | null | undefined
  /** At most 64 characters. */
  phone?: string | null | undefined
  /** At most 255 characters. */
  company?: string | null | undefined
  /** Free text, such as `Probate`; it counts for the score. */
  practice_area?: string | null | undefined
  /** Free text. */
  description?: string | null | undefined
  /** Default `medium`. */
  urgency?: LeadUrgency | null | undefined
}

/** What a capture answers. */
export interface CapturedLead {
  /** As it is now. */
  lead: Lead
  /** False when a lead with this email was there already and has been completed. */
  created: boolean
}

/** What the list of leads can be narrowed by. */
export interface LeadListParams extends ListParams {
  /** Only the lead with this address, compared in lower case. */
  readonly email?: string | undefined
}

/** The operations of leads. */
export interface Leads {
  /**
   * Newest first; only what this key submitted.
   *
   * @example
   * for await (const lead of mb.leads.list()) console.log(lead.email, lead.score)
   */
  list<Field extends keyof Lead = never>(
    params?: LeadListParams & Sparse<Field>,
    options?: RequestOptions,
  ): List<Fields<Lead, Field>>
  /**
   * Captures a lead, or completes the one with this email.
   *
   * @throws {BadRequestError} when both email and first_name are missing.
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
        // The specification's own answer has nothing but `count` and `leads`: that is all there is.
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

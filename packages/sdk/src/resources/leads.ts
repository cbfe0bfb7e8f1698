import type { ApiPromise } from '../requests/api-promise.ts'
import type { Lead, LeadCreate, LeadListParams } from '../generated/leads.ts'
import type { Fields, Sparse } from './crud.ts'
import type { Http } from '../requests/http.ts'
import { list, type List } from '../lists/list.ts'
import type { RequestOptions } from '../requests/request.ts'
import type { ListBody } from '../lists/wire.ts'

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

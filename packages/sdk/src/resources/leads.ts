import type { ApiPromise } from '../requests/api-promise.ts'
import type { ListParams } from './crud.ts'
import type { Http } from '../requests/http.ts'
import { list, type List } from '../lists/list.ts'
import type { RequestOptions } from '../requests/request.ts'
import type { ListBody } from '../lists/wire.ts'

export type LeadUrgency = 'low' | 'medium' | 'high'
export type LeadStatus = 'new' | 'contacted' | 'qualified' | 'converted' | 'lost'

export interface Lead {
  /** uuid */
  lead_id: string
  first_name: string | null
  last_name: string | null
  email: string | null
  phone: string | null
  company: string | null
  practice_area: string | null
  description: string | null
  /** Null, like score and the times, only in the answer to a key that may not read leads. */
  urgency: LeadUrgency | null
  status: LeadStatus
  /** 0 to 100, from practice area and urgency. */
  score: number | null
  created_at: string | null
  updated_at: string | null
}

/** Needs an email or a first_name. */
export interface LeadCreate {
  first_name?: string | null | undefined
  last_name?: string | null | undefined
  email?: string | null | undefined
  phone?: string | null | undefined
  company?: string | null | undefined
  practice_area?: string | null | undefined
  description?: string | null | undefined
  /** Default `medium`. */
  urgency?: LeadUrgency | null | undefined
}

export interface CapturedLead {
  lead: Lead
  /** False when a lead with this email was there already and has been completed. */
  created: boolean
}

export interface LeadListParams extends ListParams {
  /** Compared in lower case. */
  readonly email?: string | undefined
}

export interface Leads {
  /** Newest first; only what this key submitted. */
  list(params?: LeadListParams, options?: RequestOptions): List<Lead>
  create(lead: LeadCreate, options?: RequestOptions): ApiPromise<CapturedLead>
}

const path = ['leads']

export const leads = (http: Http): Leads => ({
  list: (params, options) =>
    list(
      http,
      {
        path,
        query: { ...params },
        decode: ({ leads: data, ...page }: Omit<ListBody<Lead>, 'data'> & { leads: Lead[] }) => ({ ...page, data }),
      },
      options,
    ),
  create: (leadData, options) =>
    http.request(
      {
        method: 'POST',
        path,
        body: { leadData },
        decode: ({ lead, created }: { lead: Lead; created?: boolean }, status): CapturedLead | undefined =>
          lead && { lead, created: created ?? status === 201 },
      },
      options,
    ),
})

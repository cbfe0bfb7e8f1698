import type { Crud, Several, TimedListParams } from './crud.ts'

/** Every type of client, for select boxes and checks at run time. */
export const clientTypes = ['individual', 'business'] as const

/** One of `clientTypes`. */
export type ClientType = (typeof clientTypes)[number]

/** Every status of a client, for select boxes and checks at run time. */
export const clientStatuses = ['active', 'inactive', 'prospect'] as const

/** One of `clientStatuses`. */
export type ClientStatus = (typeof clientStatuses)[number]

/** A client: a person or a company. */
export interface Client {
  /** ID, assigned by the server. */
  id: number
  /** At most 255 characters. */
  company_name: string | null
  /** At most 255 characters. */
  contact_person: string | null
  /** Email address. Upper and lower case are equal. */
  email: string | null
  /** At most 64 characters. */
  phone: string | null
  /** Free text. */
  address: string | null
  /** A person or a business. */
  client_type: ClientType | null
  /** Status. Every change of status is allowed. */
  status: ClientStatus
  /** Free text. */
  notes: string | null
  /** Free text. */
  bio: string | null
  /** HTTP or HTTPS URL. */
  website: string | null
  /** Free text. */
  location: string | null
  /** ID of the client in your system, such as a CRM. Upserts find the client by it. */
  external_id: string | null
  /** Time of creation. ISO 8601, UTC, with milliseconds. */
  created_at: string
  /** Time of the last change. ISO 8601, UTC, with milliseconds. Unique within a workspace. */
  updated_at: string
}

/** Fields to set. Missing fields keep their value, and `null` clears a field. A new client needs a company_name, contact_person or email. */
export interface ClientUpdate {
  /** At most 255 characters. */
  company_name?: string | null | undefined
  /** At most 255 characters. */
  contact_person?: string | null | undefined
  /** At most 254 characters. */
  email?: string | null | undefined
  /** At most 64 characters. */
  phone?: string | null | undefined
  /** Free text. */
  address?: string | null | undefined
  /** A person or a business. */
  client_type?: ClientType | null | undefined
  /** Default `active`. */
  status?: ClientStatus | undefined
  /** Free text. */
  notes?: string | null | undefined
  /** Free text. */
  bio?: string | null | undefined
  /** HTTP or HTTPS URL. */
  website?: string | null | undefined
  /** Free text. */
  location?: string | null | undefined
  /** ID of the client in your system, such as a CRM, at most 255 characters. Unique among the clients of a workspace. */
  external_id?: string | null | undefined
}

/** A new client. Needs company_name, contact_person or email. */
export type ClientCreate = ClientUpdate

/** Filters of the list of clients. */
export interface ClientListParams extends TimedListParams {
  /** Only the record with this `external_id`. */
  readonly external_id?: string | undefined
  /** Only clients of this status, or of any of these. */
  readonly status?: Several<ClientStatus> | undefined
  /** Only clients with this email address. Upper and lower case are equal. */
  readonly email?: string | undefined
  /** Search terms. All of them must appear in the text fields. Upper and lower case are equal. */
  readonly q?: string | undefined
}

/** The operations of clients. */
export type Clients = Crud<Client, ClientCreate, ClientUpdate, ClientListParams>

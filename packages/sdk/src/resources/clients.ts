import type { Crud, Several, TimedListParams } from './crud.ts'

/** Every type of client, for select boxes and checks at run time. */
export const clientTypes = ['individual', 'business'] as const

/** One of `clientTypes`. */
export type ClientType = (typeof clientTypes)[number]

/** Every status of a client, for select boxes and checks at run time. */
export const clientStatuses = ['active', 'inactive', 'prospect'] as const

/** One of `clientStatuses`. */
export type ClientStatus = (typeof clientStatuses)[number]

/** A person or a company that matters are handled for. */
export interface Client {
  /** Given by the service. */
  id: number
  /** At most 255 characters. */
  company_name: string | null
  /** At most 255 characters. */
  contact_person: string | null
  /** As it was typed; compared in lower case. */
  email: string | null
  /** At most 64 characters. */
  phone: string | null
  /** Free text. */
  address: string | null
  /** A person or a business. */
  client_type: ClientType | null
  /** Any status may follow any other. */
  status: ClientStatus
  /** Free text. */
  notes: string | null
  /** Free text. */
  bio: string | null
  /** http or https */
  website: string | null
  /** Free text. */
  location: string | null
  /** Your CRM's contact id; the key of upserts. */
  external_id: string | null
  /** ISO 8601, UTC, with milliseconds */
  created_at: string
  /** ISO 8601, UTC, with milliseconds; no two changes of a workspace share one */
  updated_at: string
}

/** Fields to set; `null` clears, absent leaves as it is. A new client needs a company_name, contact_person or email. */
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
  /** http or https */
  website?: string | null | undefined
  /** Free text. */
  location?: string | null | undefined
  /** Your CRM's contact id, at most 255 characters; no two clients of a workspace share one. */
  external_id?: string | null | undefined
}

/** A new client; it needs a company_name, contact_person or email. */
export type ClientCreate = ClientUpdate

/** What the list of clients can be narrowed by. */
export interface ClientListParams extends TimedListParams {
  /** Only the record with this `external_id`. */
  readonly external_id?: string | undefined
  /** Only clients of this status, or of one of these. */
  readonly status?: Several<ClientStatus> | undefined
  /** Only clients with this address, compared in lower case. */
  readonly email?: string | undefined
  /** Words in the text fields, all of them, whatever their case. */
  readonly q?: string | undefined
}

/** The operations of clients. */
export type Clients = Crud<Client, ClientCreate, ClientUpdate, ClientListParams>

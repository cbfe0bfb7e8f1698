import { type Crud, crud, type Several, type TimedListParams } from './crud.ts'
import type { Http } from '../requests/http.ts'

export type ClientType = 'individual' | 'business'
export type ClientStatus = 'active' | 'inactive' | 'prospect'

export interface Client {
  id: number
  company_name: string | null
  contact_person: string | null
  email: string | null
  phone: string | null
  address: string | null
  client_type: ClientType | null
  status: ClientStatus
  notes: string | null
  bio: string | null
  website: string | null
  location: string | null
  /** Your CRM's contact id; the key of upserts. */
  external_id: string | null
  created_at: string
  updated_at: string
}

/** Members to set; `null` clears, absent leaves as it is. A new client needs a company_name, contact_person or email. */
export interface ClientUpdate {
  company_name?: string | null | undefined
  contact_person?: string | null | undefined
  email?: string | null | undefined
  phone?: string | null | undefined
  address?: string | null | undefined
  client_type?: ClientType | null | undefined
  /** Default `active`. */
  status?: ClientStatus | undefined
  notes?: string | null | undefined
  bio?: string | null | undefined
  /** http or https */
  website?: string | null | undefined
  location?: string | null | undefined
  external_id?: string | null | undefined
}

export type ClientCreate = ClientUpdate

export interface ClientListParams extends TimedListParams {
  readonly external_id?: string | undefined
  readonly status?: Several<ClientStatus> | undefined
  /** Compared in lower case. */
  readonly email?: string | undefined
  /** Words in the text members. */
  readonly q?: string | undefined
}

export type Clients = Crud<Client, ClientCreate, ClientUpdate, ClientListParams>

export const clients = (http: Http): Clients => crud(http, 'clients')

// Generated from the contract. `npx pnpm@12 generate` writes it again.

import type { Crud, Several, TimedListParams } from '../resources/crud.ts'

/**
 * Every client type, for select boxes and checks at run time. Type of client: a person (`individual`) or a company
 * (`business`).
 */
export const clientTypes = ['individual', 'business'] as const

/** One of `clientTypes`. */
export type ClientType = (typeof clientTypes)[number]

/**
 * Every client status, for select boxes and checks at run time. Status of the client: `active`, `inactive` (former) or
 * `prospect` (not a client yet). You can set any status at any time.
 */
export const clientStatuses = ['active', 'inactive', 'prospect'] as const

/** One of `clientStatuses`. */
export type ClientStatus = (typeof clientStatuses)[number]

/**
 * Values of the custom fields by key, without fields that have no value. An option is an object with its `id`. `GET
 * /custom-fields` lists the keys, the types and the options. Firms can add fields at any time.
 */
export interface ClientCustomFields {
  [key: string]: unknown
}

/** A client. The people and companies that the firm works for. */
export interface Client {
  /** ID of the client. IDs differ between live and test. */
  id: number
  /** Name of the company. Leave it out for a person. */
  company_name: string | null
  /** Name of the person, or of the contact person at the company. */
  contact_person: string | null
  /** Email address. Stored as you send it; filters and searches ignore case. */
  email: string | null
  /** Phone number, in any notation. */
  phone: string | null
  /** Postal address, on one line or more. */
  address: string | null
  /** Type of client: a person (`individual`) or a company (`business`). */
  client_type: ClientType | null
  /**
   * Status of the client: `active`, `inactive` (former) or `prospect` (not a client yet). You can set any status at any
   * time.
   */
  status: ClientStatus
  /** Internal notes, for the members of the firm. */
  notes: string | null
  /** Short description of the client. */
  bio: string | null
  /** URL of the website, `http` or `https`. */
  website: string | null
  /** Place of the client, as short free text, such as the city. */
  location: string | null
  /**
   * Your own ID of this record, at most 255 characters. Unique per resource and workspace. `upsert` finds the record by
   * it, and compares it exactly.
   */
  external_id: string | null
  /** Street and house number of the billing address, on new invoices and e-invoices. */
  street: string | null
  /** Postal code of the billing address. */
  postal_code: string | null
  /** City of the billing address. */
  city: string | null
  /** State or region of the billing address. */
  region: string | null
  /** Country of the billing address, two letters (ISO 3166). E-invoices need it. */
  country: string | null
  /** VAT ID of the client. Dots, hyphens and spaces are removed where the country writes none. */
  vat_id: string | null
  /** Reference that the client wants on invoices. For German authorities, the Leitweg-ID. XRechnung needs it. */
  buyer_reference: string | null
  /**
   * Address that receives e-invoices: the four digits of its scheme (EAS code list), a colon and the address, or an
   * email address. If null, e-invoices contain `email`.
   */
  electronic_address: string | null
  /**
   * Your own values by key, for programs. `{}` without any. Search, invoices and pages for clients do not show them.
   */
  metadata: Record<string, string>
  /**
   * Values of the custom fields by key, without fields that have no value. An option is an object with its `id`. `GET
   * /custom-fields` lists the keys, the types and the options. Firms can add fields at any time.
   */
  custom_fields: ClientCustomFields
  /** Time of creation. ISO 8601, UTC, with milliseconds. */
  created_at: string
  /**
   * Time of the last change. Each change in a workspace has its own time, and a later change always has a later time.
   * ISO 8601, UTC, with milliseconds.
   */
  updated_at: string
  /**
   * Version of the record, without the quotes of the `ETag` header. Each change gives the record another `etag`. Send
   * it in `If-Match`, or as `if_match` in a bulk request, to write only if the record did not change.
   */
  etag: string
}

/** Fields of the client to change. Missing fields keep their value, and `null` clears a field. */
export interface ClientUpdate {
  /** Name of the company. Leave it out for a person. At most 255 characters. */
  company_name?: string | null | undefined
  /** Name of the person, or of the contact person at the company. At most 255 characters. */
  contact_person?: string | null | undefined
  /** Email address. Stored as you send it; filters and searches ignore case. At most 254 characters. */
  email?: string | null | undefined
  /** Phone number, in any notation. At most 64 characters. */
  phone?: string | null | undefined
  /** Postal address, on one line or more. At most 65,536 characters. */
  address?: string | null | undefined
  /** Type of client: a person (`individual`) or a company (`business`). */
  client_type?: ClientType | null | undefined
  /**
   * Status of the client: `active`, `inactive` (former) or `prospect` (not a client yet). You can set any status at any
   * time. Default: `active`.
   */
  status?: ClientStatus | undefined
  /** Internal notes, for the members of the firm. At most 65,536 characters. */
  notes?: string | null | undefined
  /** Short description of the client. At most 65,536 characters. */
  bio?: string | null | undefined
  /** URL of the website, `http` or `https`. At most 2,048 characters. */
  website?: string | null | undefined
  /** Place of the client, as short free text, such as the city. At most 255 characters. */
  location?: string | null | undefined
  /**
   * Your own ID of this record, at most 255 characters. Unique per resource and workspace. `upsert` finds the record by
   * it, and compares it exactly.
   */
  external_id?: string | null | undefined
  /** Street and house number of the billing address, on new invoices and e-invoices. At most 255 characters. */
  street?: string | null | undefined
  /** Postal code of the billing address. At most 255 characters. */
  postal_code?: string | null | undefined
  /** City of the billing address. At most 255 characters. */
  city?: string | null | undefined
  /** State or region of the billing address. At most 255 characters. */
  region?: string | null | undefined
  /** Country of the billing address, two letters (ISO 3166). E-invoices need it. */
  country?: string | null | undefined
  /**
   * VAT ID of the client. Dots, hyphens and spaces are removed where the country writes none. At most 64 characters.
   */
  vat_id?: string | null | undefined
  /**
   * Reference that the client wants on invoices. For German authorities, the Leitweg-ID. XRechnung needs it. At most
   * 255 characters.
   */
  buyer_reference?: string | null | undefined
  /**
   * Address that receives e-invoices: the four digits of its scheme (EAS code list), a colon and the address, or an
   * email address. If null, e-invoices contain `email`. At most 254 characters.
   */
  electronic_address?: string | null | undefined
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
}

/** A new client. Send at least one of `company_name`, `contact_person` or `email`. */
export type ClientCreate = ClientUpdate

/** Filters of the list of clients. */
export interface ClientListParams extends TimedListParams {
  /**
   * Only the record with this `external_id`. An array of up to 200 values matches any of them. `none` finds records
   * without an `external_id`.
   */
  readonly external_id?: Several<string> | undefined
  /** Only records with this `status`. An array of up to 200 values matches any of them. */
  readonly status?: Several<ClientStatus> | undefined
  /** Only records with this `email`. Case is ignored. */
  readonly email?: string | undefined
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

/** The operations of clients. */
export type Clients = Crud<Client, ClientCreate, ClientUpdate, ClientListParams>

// Generated from the contract. `npx pnpm@12 generate` writes it again.

import type { Crud, Several, TimedListParams } from '../resources/crud.ts'

/**
 * Every external resource, for select boxes and checks at run time. Kind of the record that an external record belongs
 * to.
 */
export const externalResources = ['invoice', 'payment', 'credit_note'] as const

/** One of `externalResources`. */
export type ExternalResource = (typeof externalResources)[number]

/**
 * An external record. Your own numbers and metadata for an invoice, payment or credit note, which the API does not
 * write. External records change nothing in the invoice, payment or credit note. They are deleted with it.
 */
export interface ExternalRecord {
  /** ID of the external record. IDs differ between live and test. */
  id: number
  /** Kind of the record that an external record belongs to. */
  resource: ExternalResource
  /** ID of the invoice, payment or credit note. */
  resource_id: number
  /**
   * Your own ID of this record, at most 255 characters. Unique in the workspace among external records. `upsert` finds
   * the record by it, and compares it exactly.
   */
  external_id: string | null
  /**
   * Your own values by key, for programs. `{}` without any. Search, invoices and pages for clients do not show them.
   */
  metadata: Record<string, string>
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

/** Fields of the external record to change. Missing fields keep their value, and `null` clears a field. */
export interface ExternalRecordUpdate {
  /** Kind of the record that an external record belongs to. */
  resource?: ExternalResource | undefined
  /** ID of the invoice, payment or credit note. */
  resource_id?: number | undefined
  /**
   * Your own ID of this record, at most 255 characters. Unique in the workspace among external records. `upsert` finds
   * the record by it, and compares it exactly.
   */
  external_id?: string | null | undefined
  /**
   * Your own values by key, for programs. At most 50 keys of 1 to 40 characters without square brackets, with strings
   * of at most 500 characters. Keys that you leave out keep their values. `null` or an empty string removes a key, and
   * `metadata: null` removes all.
   */
  metadata?: Readonly<Record<string, string | null>> | null | undefined
}

/**
 * A new external record. Send `resource` and `resource_id`. `resource` and `resource_id` cannot change after creation.
 * At most 20 records have the same `resource` and `resource_id`. Otherwise the response is 409 `limit_reached`.
 */
export interface ExternalRecordCreate extends ExternalRecordUpdate {
  /** Kind of the record that an external record belongs to. */
  resource: ExternalResource
  /** ID of the invoice, payment or credit note. */
  resource_id: number
}

/** Filters of the list of external records. */
export interface ExternalRecordListParams extends TimedListParams {
  /**
   * Only the record with this `external_id`. An array of up to 200 values matches any of them. `none` finds records
   * without an `external_id`.
   */
  readonly external_id?: Several<string> | undefined
  /** Only records with this `resource`. An array of up to 200 values matches any of them. */
  readonly resource?: Several<ExternalResource> | undefined
  /** Only records with this `resource_id`. An array of up to 200 values matches any of them. */
  readonly resource_id?: Several<number> | undefined
  /**
   * Only records with this value under a key, such as `metadata: { erp_id: 'A-2041' }`. Values are compared exactly.
   * With several keys, a record must have all of these values.
   */
  readonly metadata?: Readonly<Record<string, string>> | undefined
}

/** The operations of external records. */
export type ExternalRecords = Crud<ExternalRecord, ExternalRecordCreate, ExternalRecordUpdate, ExternalRecordListParams>

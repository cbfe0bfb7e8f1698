// Generated from the contract. `npx pnpm@12 generate` writes it again.

import type { Matter } from './matters.ts'
import type { Client } from './clients.ts'
import type { Files, Reads, Several, TimedListParams } from '../resources/crud.ts'

/**
 * Every document status, for select boxes and checks at run time. Status of the document. `sent`: waits for the
 * signature. `signed`: signed. `declined`: the signer declined to sign.
 */
export const documentStatuses = ['sent', 'signed', 'declined'] as const

/** One of `documentStatuses`. */
export type DocumentStatus = (typeof documentStatuses)[number]

/** A document that a client or another person signs. You can read documents; members send them in the dashboard. */
export interface Document {
  /** ID of the document. IDs differ between live and test. */
  id: number
  /** Title of the document. */
  title: string
  /** ID of the matter. Null if the document belongs to no matter. */
  case_id: number | null
  /** ID of the client. Null if the document belongs to no client. */
  client_id: number | null
  /**
   * Status of the document. `sent`: waits for the signature. `signed`: signed. `declined`: the signer declined to sign.
   */
  status: DocumentStatus
  /** Name of the signer. */
  signer_name: string
  /** Email address of the signer. */
  signer_email: string
  /** Time at which the signature was requested. ISO 8601, UTC, with milliseconds. */
  sent_at: string
  /** Time at which the signer first opened the document. ISO 8601, UTC, with milliseconds. */
  viewed_at: string | null
  /** Time of the signature. ISO 8601, UTC, with milliseconds. */
  signed_at: string | null
  /** Time at which the signer declined to sign. ISO 8601, UTC, with milliseconds. */
  declined_at: string | null
  /** Reason of the signer for declining. Null without a reason. */
  decline_reason: string | null
  /** Media type of the content, `application/pdf` or `text/plain`. Null before a member uploads the content. */
  media_type: string | null
  /** SHA-256 of the content, in hexadecimal. */
  sha256: string | null
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

/** Filters of the list of documents. */
export interface DocumentListParams extends TimedListParams {
  /** Only documents with this `status`. An array of up to 200 values matches any of them. */
  readonly status?: Several<DocumentStatus> | undefined
  /** Only documents of the matter with this ID. An array of up to 200 values matches any of them. */
  readonly case_id?: Several<number> | undefined
  /** Only documents of the client with this ID. An array of up to 200 values matches any of them. */
  readonly client_id?: Several<number> | undefined
}

/** Part of a document. `evidence` is the record of its signature. */
export type DocumentPart = 'content' | 'evidence'

/** The file of a document. */
export interface DocumentFileParams {
  /** Part of the document. Default: `content`. */
  readonly part?: DocumentPart | undefined
}

/** Related records of a document, for `expand`. */
export interface DocumentRelated {
  /** Record with the ID in `case_id`. */
  case: Matter | null
  /** Record with the ID in `client_id`. */
  client: Client | null
}

/** The operations of documents, which are read-only. */
export type Documents = Reads<Document, DocumentListParams, DocumentRelated> & Files<DocumentFileParams>

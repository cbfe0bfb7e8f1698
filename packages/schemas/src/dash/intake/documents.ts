import { z } from 'zod'
import { filterParams, PageQuery, pageOf } from '../../fields/lists.ts'
import { emailAddress } from '../../fields/email-address.ts'
import { Id, nonBlank, nonBlankLine, PathId, Timestamp } from '../../fields/primitives.ts'
import { documents as ofTheApi, documentStatuses } from '../../resources/documents.ts'
import type { DashResource } from '../operation.ts'
import { sortBy } from '../sortable.ts'

const Document = z.object({
  document_id: Id,
  title: z.string(),
  case_id: Id.nullable(),
  client_id: Id.nullable(),
  status: z.enum(documentStatuses),
  signer_name: z.string(),
  signer_email: z.string(),
  signed_at: Timestamp.nullable(),
  created_at: Timestamp,
  /** The email address of who asked; null when it was made on the command line. */
  created_by: z.string().nullable(),
  /** The media type of the content, `application/pdf` or `text/plain`; null without content. */
  media_type: z.string().nullable(),
  /** The hash of the content, in hex. */
  sha256: z.string().nullable(),
  /** Until when the link is good; null without one. */
  sign_expires_at: Timestamp.nullable(),
  viewed_at: Timestamp.nullable(),
  declined_at: Timestamp.nullable(),
  decline_reason: z.string().nullable(),
  /** The name as the signer typed it. */
  signed_name: z.string().nullable(),
  /** The signature as it was drawn, as SVG path data in a box of 600 × 200. */
  signed_drawing: z.string().nullable(),
  signer_ip: z.string().nullable(),
  signer_agent: z.string().nullable(),
  /** The number of the sealed record, whose certificate is the `evidence` of the file. Null without one. */
  signature_number: z.int().nullable(),
  /** The proof of the signature: possession of the link, and of the code that was sent to the signer. */
  signed_proof: z.enum(['link', 'link_and_code']).nullable(),
  /** The member of the account who was signed in to the browser in which it was signed or declined. */
  signed_in_as: z.string().nullable(),
})

const Answer = z.object({ data: Document })
const Link = z.object({ url: z.string().nullable(), expires_at: Timestamp.nullable() })

const one = { path: '/documents/{id}', params: z.object({ id: PathId }) } as const
const link = { ...one, path: '/documents/{id}/link', scope: 'documents:write' } as const

/** Documents that are sent to be signed. Their content is uploaded with `PUT /documents/{id}/content`. */
export const documents = {
  list: {
    method: 'get',
    path: '/documents',
    operationId: 'listDocuments',
    summary: 'Documents, newest first unless `sort` says otherwise',
    scope: 'documents:read',
    query: PageQuery.extend({
      status: z.enum(documentStatuses).optional(),
      case_id: filterParams.id,
      client_id: filterParams.id,
      sort: sortBy('title', 'status', 'created_at'),
    }),
    responses: { 200: pageOf('data', Document) },
  },
  create: {
    method: 'post',
    path: '/documents',
    operationId: 'createDocument',
    summary: 'Make a document with a link to sign it by',
    description: 'With `text` it can be signed at once; a PDF is uploaded afterwards.',
    scope: 'documents:write',
    body: z.object({
      title: nonBlankLine(255),
      signer_name: nonBlankLine(255),
      signer_email: emailAddress,
      case_id: Id.nullable().optional(),
      client_id: Id.nullable().optional(),
      text: nonBlank(200_000).nullable().optional(),
    }),
    responses: { 201: z.object({ data: Document, url: z.string() }) },
  },
  get: {
    ...one,
    method: 'get',
    operationId: 'getDocument',
    summary: 'A document, with the evidence of its signature',
    scope: 'documents:read',
    responses: { 200: Answer },
  },
  file: ofTheApi.file,
  remove: {
    ...one,
    method: 'delete',
    operationId: 'deleteDocument',
    summary: 'Delete a document with its content; a signed one only as an owner, with the password',
    scope: 'documents:write',
    responses: { 200: z.object({ success: z.literal(true) }) },
  },
  link: {
    ...link,
    method: 'get',
    operationId: 'getSignLink',
    summary: 'The link that the document can be signed by',
    responses: { 200: Link },
  },
  renewLink: {
    ...link,
    method: 'post',
    operationId: 'renewSignLink',
    summary: 'Make a new link, good for 30 days; the old one ends',
    responses: { 201: Link },
  },
  revokeLink: {
    ...link,
    method: 'delete',
    operationId: 'revokeSignLink',
    summary: 'End the link',
    responses: { 200: z.object({ success: z.literal(true) }) },
  },
} as const satisfies DashResource

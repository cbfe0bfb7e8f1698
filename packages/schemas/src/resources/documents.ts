import { z } from 'zod'
import { fileCost } from '../crud/file.ts'
import { readOnly } from '../crud/read-only.ts'
import { namedEnum } from '../fields/named-enum.ts'
import { CreatedAt, Etag, Id, PathId, readOnlyId, Timestamp, UpdatedAt } from '../fields/primitives.ts'
import { filter, someIds, someOf } from '../fields/several.ts'
import type { Operation } from '../operations/operation.ts'

export const documentStatuses = ['sent', 'signed', 'declined'] as const

const Status = namedEnum(
  'DocumentStatus',
  documentStatuses,
  'Status of the document. `sent`: waits for the signature. `signed`: signed. `declined`: the signer declined to sign.',
)

const moment = (description: string) => Timestamp.nullable().meta({ readOnly: true, description, example: null })

export const Document = z
  .object({
    id: readOnlyId('document'),
    title: z.string().meta({ description: 'Title of the document.', example: 'Engagement letter' }),
    case_id: Id.nullable().meta({ description: 'ID of the matter. Null if the document belongs to no matter.' }),
    client_id: Id.nullable().meta({ description: 'ID of the client. Null if the document belongs to no client.' }),
    status: Status.meta({ example: 'signed' }),
    signer_name: z.string().meta({ description: 'Name of the signer.', example: 'Margaret Hale' }),
    signer_email: z
      .string()
      .meta({ description: 'Email address of the signer.', example: 'margaret@halebakeries.example' }),
    sent_at: Timestamp.meta({
      description: 'Time at which the signature was requested.',
      example: '2026-03-13T16:02:11.040Z',
    }),
    viewed_at: moment('Time at which the signer first opened the document.'),
    signed_at: Timestamp.nullable().meta({ description: 'Time of the signature.' }),
    declined_at: moment('Time at which the signer declined to sign.'),
    decline_reason: z
      .string()
      .nullable()
      .meta({ description: 'Reason of the signer for declining. Null without a reason.', example: null }),
    media_type: z.string().nullable().meta({
      description:
        'Media type of the content, `application/pdf` or `text/plain`. Null before a member uploads the content.',
      example: 'application/pdf',
    }),
    sha256: z.string().nullable().meta({
      description: 'SHA-256 of the content, in hexadecimal.',
      example: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
    }),
    created_at: CreatedAt,
    updated_at: UpdatedAt,
    etag: Etag,
  })
  .meta({
    id: 'Document',
    description:
      'A document that a client or another person signs. You can read documents; members send them in the dashboard.',
  })

/** The references of documents. */
export const documentRelations = {
  case: { column: 'case_id', references: 'matters' },
  client: { column: 'client_id', references: 'clients' },
} as const

const reads = readOnly({
  path: 'documents',
  noun: 'document',
  name: 'Document',
  read: 'documents:read',
  entity: Document,
  relations: documentRelations,
  filters: {
    status: filter(someOf(Status), 'Only documents with this `status`'),
    case_id: filter(someIds, 'Only documents of the matter with this ID'),
    client_id: filter(someIds, 'Only documents of the client with this ID'),
  },
  about: 'Members send documents in the dashboard; the API only reads them.',
  hasDeletions: true,
})

const parts = ['content', 'evidence'] as const

export const documents = {
  ...reads,
  file: {
    method: 'get',
    path: '/documents/{id}/file',
    operationId: 'getDocumentFile',
    summary: 'Get the file of a document',
    description:
      'Returns the content that the signer read, or the evidence of the signature as JSON. If the document has no content or no evidence yet, the response is 409 `missing_data`.',
    scope: 'documents:read',
    params: z.object({ id: PathId }),
    query: z.object({
      part: namedEnum('DocumentPart', parts, 'Part of a document. `evidence` is the record of its signature.')
        .optional()
        .meta({ default: 'content', description: 'Part of the document. Default: `content`.' }),
    }),
    responses: {},
    file: ['application/pdf', 'text/plain', 'application/json'],
    cost: fileCost,
    errors: ['missing_data'],
  },
} as const satisfies Record<string, Operation>

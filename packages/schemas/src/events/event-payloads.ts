import { z } from 'zod'
import { Tombstone } from '../fields/lists.ts'
import { Id, Timestamp } from '../fields/primitives.ts'
import { recordContracts } from '../records.ts'
import { CreditNote } from '../resources/credit-notes.ts'
import { Document } from '../resources/documents.ts'
import { Invoice } from '../resources/invoices.ts'
import { Lead } from '../resources/leads.ts'
import { Payment } from '../resources/payments.ts'
import { WebhookEndpoint } from '../resources/webhook-endpoint.ts'

const SignedDocument = z
  .object({
    document_id: Id.meta({ description: 'ID of the document.' }),
    title: z.string().meta({ description: 'Title of the document.', example: 'Engagement letter' }),
    case_id: Id.nullable().meta({ description: 'ID of the matter.' }),
    client_id: Id.nullable().meta({ description: 'ID of the client.' }),
    status: z.literal('signed').meta({ description: 'Always `signed`.' }),
    signer_name: z.string().meta({ description: 'Name of the signer.', example: 'Margaret Hale' }),
    signer_email: z
      .string()
      .meta({ description: 'Email address of the signer.', example: 'margaret@halebakeries.example' }),
    signed_at: Timestamp.meta({ description: 'Time of the signature.' }),
    created_at: Timestamp.meta({
      description: 'Time at which the signature was requested.',
      example: '2026-03-13T16:02:11.040Z',
    }),
  })
  .meta({ id: 'SignedDocument', description: 'A signed document.' })

const Ping = z
  .object({
    ...WebhookEndpoint.shape,
    message: z.string().meta({ description: 'Message for people.', example: 'This is a test event from Matterbase' }),
  })
  .meta({ id: 'Ping', description: 'The tested endpoint, without its secret.' })

const records: readonly z.ZodObject[] = Object.values(recordContracts).map(({ entity }) => entity)

/** The schemas of `data`, by their names in the OpenAPI document. */
export const payloads: Readonly<Record<string, z.ZodObject>> = Object.fromEntries(
  [...records, Lead, Invoice, Payment, CreditNote, Document, SignedDocument, Ping, Tombstone].map((schema) => [
    schema.meta()?.id ?? '',
    schema,
  ]),
)

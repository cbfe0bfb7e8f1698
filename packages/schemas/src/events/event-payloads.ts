import { z } from 'zod'
import { Tombstone } from '../fields/lists.ts'
import { Id, Timestamp } from '../fields/primitives.ts'
import { recordContracts } from '../records.ts'
import { Invoice } from '../resources/invoices.ts'
import { Lead } from '../resources/leads.ts'
import { WebhookEndpoint } from '../resources/webhook-endpoint.ts'

const SignedDocument = z
  .object({
    document_id: Id.meta({ description: 'The id of the document.' }),
    title: z.string().meta({ description: 'What it is called.', example: 'Engagement letter' }),
    case_id: Id.nullable().meta({ description: 'The matter that it belongs to.' }),
    client_id: Id.nullable().meta({ description: 'The client that it belongs to.' }),
    status: z.literal('signed').meta({ description: 'Always `signed`.' }),
    signer_name: z.string().meta({ description: 'Who signed it.', example: 'Margaret Hale' }),
    signer_email: z.string().meta({ description: 'Their address.', example: 'margaret@halebakeries.example' }),
    signed_at: Timestamp.meta({ description: 'When it was signed.' }),
    created_at: Timestamp.meta({
      description: 'When the signature was asked for.',
      example: '2026-03-13T16:02:11.040Z',
    }),
  })
  .meta({ id: 'SignedDocument', description: 'A document whose e-signature request is completed.' })

const Ping = z
  .object({
    ...WebhookEndpoint.shape,
    message: z.string().meta({ description: 'What it is.', example: 'A test event from Matterbase' }),
  })
  .meta({ id: 'Ping', description: 'The endpoint that is tested, without its secret.' })

const records: readonly z.ZodObject[] = Object.values(recordContracts).map(({ entity }) => entity)

/** What `data` of an event can be, by its name in the OpenAPI document. */
export const payloads: Readonly<Record<string, z.ZodObject>> = Object.fromEntries(
  [...records, Lead, Invoice, SignedDocument, Ping, Tombstone].map((schema) => [schema.meta()?.id ?? '', schema]),
)

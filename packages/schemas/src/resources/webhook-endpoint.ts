import { z } from 'zod'
import { EventKind } from '../events/event-kinds.ts'
import { CreatedAt, httpUrl, readOnlyId, text, Timestamp } from '../fields/primitives.ts'

const words = {
  url: { description: 'HTTPS URL that receives the events.', example: 'https://crm.example.com/webhooks/matterbase' },
  events: {
    description: 'Names of the events that the endpoint receives.',
    example: ['matter.created', 'invoice.paid'],
  },
  description: { description: 'Your note about the endpoint, as free text.', example: 'CRM' },
}

const endpoint = {
  id: readOnlyId('endpoint'),
  url: z.string().meta({ format: 'uri', ...words.url }),
  events: z.array(EventKind).meta(words.events),
  description: z.string().nullable().meta(words.description),
  is_active: z
    .boolean()
    .meta({ description: 'Whether the endpoint is enabled. Events for a disabled endpoint are held for 30 days.' }),
  failure_count: z
    .int()
    .min(0)
    .meta({ readOnly: true, description: 'Number of failed attempts in a row. A success sets it to 0.', example: 0 }),
  last_delivery_at: Timestamp.nullable().meta({
    readOnly: true,
    description: 'Time at which the last attempt ended. Null before the first.',
  }),
  created_at: CreatedAt,
}

export const WebhookEndpoint = z
  .object(endpoint)
  .meta({ id: 'WebhookEndpoint', description: 'A URL that receives events.' })

const secret = z.string().startsWith('whsec_').meta({
  description: 'Secret that signs the deliveries. Store it now, because it is shown only once.',
  example: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
})

export const WebhookEndpointCreated = z
  .object({ ...endpoint, secret })
  .meta({ id: 'WebhookEndpointCreated', description: 'A new webhook endpoint with its secret.' })

const written = {
  url: httpUrl(2048).meta({ ...words.url, description: 'HTTPS URL with a public address, which receives the events.' }),
  events: z
    .array(EventKind)
    .min(1)
    .max(100)
    .transform((kinds) => [...new Set(kinds)])
    .meta({ ...words.events, description: 'Names of the events that the endpoint receives, at least one.' }),
  description: text(65_536).nullable().optional().meta(words.description),
}

export const WebhookEndpointUpdate = z
  .object({
    url: written.url.optional(),
    events: written.events.optional(),
    description: written.description,
    is_active: z.boolean().optional().meta({ description: '`true` enables the endpoint, `false` disables it.' }),
    held: z.enum(['resume', 'skip']).optional().meta({
      description:
        'With `is_active: true` only. `resume` sends the deliveries that were held while the endpoint was disabled, `skip` cancels them. Default: `resume`.',
    }),
  })
  .refine(({ held, is_active: isActive }) => held === undefined || isActive === true, {
    path: ['held'],
    message: 'needs is_active: true. Send both, or leave held out',
    params: { code: 'needs_is_active' },
  })
  .meta({
    id: 'WebhookEndpointUpdate',
    description: 'Fields of the webhook endpoint to change.',
    example: { is_active: true, held: 'resume' },
  })

export const RotatedSecret = z
  .object({
    secret: secret.meta({
      description: 'New secret that signs the deliveries from now on. Store it now, because it is shown only once.',
    }),
    previous_expires_at: Timestamp.meta({
      description: 'Time until which the previous secret signs the deliveries too.',
    }),
  })
  .meta({ id: 'RotatedSecret', description: 'The new secret of a webhook endpoint.' })

export const WebhookEndpointCreate = z
  .object(written)
  .meta({ id: 'WebhookEndpointCreate', description: 'A webhook endpoint to create.' })

export const RotateSecret = z
  .object({
    overlap_hours: z.number().min(0).max(168).optional().meta({
      default: 24,
      example: 24,
      description: 'Hours for which the previous secret signs too, 0 to 168. 0 ends the previous secret immediately.',
    }),
  })
  .meta({ id: 'RotateSecret', description: 'Options for the rotation of a secret.' })

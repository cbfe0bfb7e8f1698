import { z } from 'zod'
import { EventKind } from '../events/event-kind.ts'
import { CreatedAt, httpUrl, readOnlyId, text, Timestamp } from '../fields/primitives.ts'

const words = {
  url: { description: 'Where events are sent.', example: 'https://crm.example.com/webhooks/matterbase' },
  events: { description: 'The kinds of event that it is sent.', example: ['matter.created', 'invoice.paid'] },
  description: { description: 'What it is for, in your own words.', example: 'CRM' },
}

const endpoint = {
  id: readOnlyId('endpoint'),
  url: z.string().meta({ format: 'uri', ...words.url }),
  events: z.array(EventKind).meta(words.events),
  description: z.string().nullable().meta(words.description),
  is_active: z.boolean().meta({ description: 'Whether events are sent; what happens meanwhile is held.' }),
  failure_count: z.int().min(0).meta({ readOnly: true, description: 'Failed attempts in a row.', example: 0 }),
  last_delivery_at: Timestamp.nullable().meta({ readOnly: true, description: 'When the last attempt ended.' }),
  created_at: CreatedAt,
}

export const WebhookEndpoint = z
  .object(endpoint)
  .meta({ id: 'WebhookEndpoint', description: 'An address that is sent events.' })

const secret = z.string().startsWith('whsec_').meta({
  description: 'Signs the deliveries. Shown this once.',
  example: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
})

export const WebhookEndpointCreated = z
  .object({ ...endpoint, secret })
  .meta({ id: 'WebhookEndpointCreated', description: 'A new endpoint with its secret.' })

const written = {
  url: httpUrl(2048).meta(words.url),
  events: z
    .array(EventKind)
    .min(1)
    .max(100)
    .transform((kinds) => [...new Set(kinds)])
    .meta(words.events),
  description: text(65_536).nullable().optional().meta(words.description),
}

export const WebhookEndpointUpdate = z
  .object({
    url: written.url.optional(),
    events: written.events.optional(),
    description: written.description,
    is_active: z.boolean().optional().meta({ description: 'Switches the endpoint on or off.' }),
    held: z.enum(['resume', 'skip']).optional().meta({
      description:
        'With `is_active: true`: whether what was held while the endpoint was off is sent now (`resume`, the default) or cancelled (`skip`).',
    }),
  })
  .refine(({ held, is_active: isActive }) => held === undefined || isActive === true, {
    path: ['held'],
    message: 'needs is_active: true',
    params: { code: 'needs_is_active' },
  })
  .meta({
    id: 'WebhookEndpointUpdate',
    description: 'What to change of an endpoint.',
    example: { is_active: true, held: 'resume' },
  })

export const RotatedSecret = z
  .object({
    secret: secret.meta({ description: 'Signs the deliveries from now on. Shown this once.' }),
    previous_expires_at: Timestamp.meta({ description: 'Until then the secret before this one signs as well.' }),
  })
  .meta({ id: 'RotatedSecret', description: 'The new secret of an endpoint.' })

export const WebhookEndpointCreate = z
  .object(written)
  .meta({ id: 'WebhookEndpointCreate', description: 'An endpoint to register.' })

export const RotateSecret = z
  .object({
    overlap_hours: z
      .number()
      .min(0)
      .max(168)
      .optional()
      .meta({ default: 24, example: 24, description: 'How long the old secret goes on signing. 0 ends it at once.' }),
  })
  .meta({ id: 'RotateSecret', description: 'How to exchange the secret of an endpoint.' })

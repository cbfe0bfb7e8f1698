import { z } from 'zod'
import type { Resource } from './operation.ts'
import { CreatedAt, httpUrl, PathId, ReadOnlyId, text, Timestamp } from './primitives.ts'

/** The kinds of event an endpoint can be sent (specification §6). */
export const eventKinds = [
  'lead.created',
  'matter.created',
  'client.created',
  'invoice.paid',
  'document.signed',
  'ping.test',
] as const

export type EventKind = (typeof eventKinds)[number]

const endpoint = {
  id: ReadOnlyId,
  url: z.string().meta({ format: 'uri', example: 'https://crm.example.com/webhooks/matterbase' }),
  events: z.array(z.enum(eventKinds)).meta({ example: ['matter.created', 'invoice.paid'] }),
  description: z.string().nullable().meta({ example: 'CRM' }),
  is_active: z.boolean(),
  failure_count: z.int().min(0).meta({ readOnly: true, description: 'Failed attempts in a row.', example: 0 }),
  last_delivery_at: Timestamp.nullable().meta({ readOnly: true, description: 'When the last attempt ended.' }),
  created_at: CreatedAt,
}

export const WebhookEndpoint = z.object(endpoint).meta({ id: 'WebhookEndpoint' })

const WebhookEndpointCreated = z
  .object({
    ...endpoint,
    secret: z.string().startsWith('whsec_').meta({
      description: 'Signs the deliveries. Shown this once.',
      example: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    }),
  })
  .meta({ id: 'WebhookEndpointCreated' })

const one = { params: z.object({ id: PathId }), scope: 'webhooks:write' } as const

export const webhooks = {
  list: {
    method: 'get',
    path: '/webhooks',
    operationId: 'listWebhooks',
    summary: 'List webhook endpoints',
    description: 'All webhook endpoints of the workspace, without their secrets.',
    scope: 'webhooks:write',
    responses: { 200: z.object({ webhooks: z.array(WebhookEndpoint) }) },
  },
  create: {
    method: 'post',
    path: '/webhooks',
    operationId: 'createWebhook',
    summary: 'Register a webhook endpoint',
    description:
      'Registers an address that events are sent to. The answer carries the signing secret, which is shown this once.',
    scope: 'webhooks:write',
    body: z
      .object({
        url: httpUrl(2048).meta({ example: 'https://crm.example.com/webhooks/matterbase' }),
        events: z
          .array(z.enum(eventKinds))
          .min(1)
          .transform((kinds) => [...new Set(kinds)])
          .meta({
            type: 'array',
            minItems: 1,
            items: { type: 'string', enum: [...eventKinds] },
            example: ['matter.created', 'invoice.paid'],
          }),
        description: text(65_536).nullable().optional().meta({ example: 'CRM' }),
      })
      .meta({ id: 'WebhookEndpointCreate' }),
    readOnly: ['id', 'is_active', 'failure_count', 'last_delivery_at', 'created_at', 'secret'],
    responses: { 201: WebhookEndpointCreated },
    errors: ['limit_reached'],
  },
  delete: {
    ...one,
    method: 'delete',
    path: '/webhooks/{id}',
    operationId: 'deleteWebhook',
    summary: 'Delete a webhook endpoint',
    description: 'Deletes the endpoint. What has not been delivered to it is cancelled.',
    responses: { 200: z.object({ success: z.literal(true) }) },
  },
  test: {
    ...one,
    method: 'post',
    path: '/webhooks/{id}/test',
    operationId: 'testWebhook',
    summary: 'Test a webhook endpoint',
    description:
      'Sends a `ping.test` event to this endpoint, whatever it is subscribed to, signed and retried like any other.',
    responses: {
      200: z.object({
        success: z.literal(true),
        message: z.string().meta({ example: 'A ping.test event is on its way' }),
      }),
    },
  },
} as const satisfies Resource

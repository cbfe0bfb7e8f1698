import { z } from 'zod'
import type { Resource } from '../operations/operation.ts'
import { PathId, Success } from '../fields/primitives.ts'
import { deliveryCallback } from '../events/delivery-callback.ts'
import { deliveryOperations } from './webhook-deliveries.ts'
import {
  RotatedSecret,
  RotateSecret,
  WebhookEndpoint,
  WebhookEndpointCreate,
  WebhookEndpointCreated,
  WebhookEndpointUpdate,
} from './webhook-endpoint.ts'

const readOnly = ['id', 'failure_count', 'last_delivery_at', 'created_at', 'secret']
const scope = 'webhooks:write'
const one = { path: '/webhooks/{id}', params: z.object({ id: PathId }), scope } as const
const Single = z.object({ data: WebhookEndpoint })

export const webhooks = {
  list: {
    method: 'get',
    path: '/webhooks',
    operationId: 'listWebhooks',
    summary: 'List webhook endpoints',
    description: 'All webhook endpoints of the workspace, without their secrets.',
    scope,
    responses: {
      200: z
        .object({ webhooks: z.array(WebhookEndpoint).meta({ description: 'All of them.' }) })
        .meta({ id: 'WebhookEndpointList', description: 'The webhook endpoints of the workspace.' }),
    },
  },
  create: {
    method: 'post',
    path: '/webhooks',
    operationId: 'createWebhook',
    summary: 'Register a webhook endpoint',
    description:
      'Registers an address that events are sent to. The answer carries the signing secret, which is shown this once.',
    scope,
    body: WebhookEndpointCreate,
    readOnly: [...readOnly, 'is_active'],
    responses: { 201: WebhookEndpointCreated },
    location: one.path,
    callback: deliveryCallback,
    errors: ['limit_reached'],
  },
  get: {
    ...one,
    method: 'get',
    operationId: 'getWebhook',
    summary: 'Get a webhook endpoint',
    description: 'One webhook endpoint, without its secret.',
    responses: { 200: Single },
  },
  update: {
    ...one,
    method: 'patch',
    operationId: 'updateWebhook',
    summary: 'Update a webhook endpoint',
    description:
      'Changes the fields that are sent. Switching an endpoint off holds what waits for it; switching it on again sends or cancels what was held, and forgets its failures.',
    body: WebhookEndpointUpdate,
    readOnly,
    responses: { 200: Single },
    errors: ['precondition_failed'],
  },
  delete: {
    ...one,
    method: 'delete',
    operationId: 'deleteWebhook',
    summary: 'Delete a webhook endpoint',
    description: 'Deletes the endpoint. What has not been delivered to it is cancelled.',
    responses: { 200: z.object({ success: Success }) },
    errors: ['precondition_failed'],
  },
  rotateSecret: {
    ...one,
    method: 'post',
    path: '/webhooks/{id}/rotate-secret',
    operationId: 'rotateWebhookSecret',
    summary: 'Rotate the secret of a webhook endpoint',
    description:
      'Gives the endpoint a new secret. For `overlap_hours` the secret before it signs beside the new one; the secret before that one ends at once.',
    body: RotateSecret,
    isBodyOptional: true,
    responses: { 200: RotatedSecret },
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
        success: Success,
        message: z.string().meta({ description: 'What happens now.', example: 'A ping.test event is on its way' }),
      }),
    },
  },
  ...deliveryOperations,
} as const satisfies Resource

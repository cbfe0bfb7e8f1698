import { z } from 'zod'
import type { Resource } from '../operations/operation.ts'
import { PathId, Success } from '../fields/primitives.ts'
import { deliveryCallback } from '../events/delivery-callback.ts'
import { eventScopes } from '../events/event-scopes.ts'
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
    description: 'Returns all webhook endpoints of the workspace, without their secrets.',
    scope,
    responses: {
      200: z
        .object({ webhooks: z.array(WebhookEndpoint).meta({ description: 'All webhook endpoints.' }) })
        .meta({ id: 'WebhookEndpointList', description: 'The webhook endpoints of the workspace.' }),
    },
  },
  create: {
    method: 'post',
    path: '/webhooks',
    operationId: 'createWebhook',
    password: { when: 'in live' },
    summary: 'Create a webhook endpoint',
    description: `Creates a webhook endpoint: a URL that receives signed events. The response contains the signing secret, which is shown only once. Each event needs the scope that reads its record. ${eventScopes()} Without the scope, the response is 403 \`insufficient_scope\` and names the event and the scope.`,
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
    description: 'Returns one webhook endpoint, without its secret.',
    responses: { 200: Single },
  },
  update: {
    ...one,
    method: 'patch',
    operationId: 'updateWebhook',
    password: { when: 'in live', fields: ['url', 'events'] },
    summary: 'Update a webhook endpoint',
    description:
      'Changes the fields that you send. If you disable an endpoint, its deliveries are held. If you enable it again, they are sent or cancelled (`held`), and `failure_count` starts at 0. New events need the scopes that read their records, as for a new endpoint. A new `url`, and enabling the endpoint, need the scopes of all its events.',
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
    description: 'Deletes the endpoint. Its undelivered events are cancelled.',
    responses: { 200: z.object({ success: Success }) },
    errors: ['precondition_failed'],
  },
  rotateSecret: {
    ...one,
    method: 'post',
    path: '/webhooks/{id}/rotate-secret',
    operationId: 'rotateWebhookSecret',
    addsNothing: true,
    password: { when: 'in live' },
    summary: 'Rotate the secret of a webhook endpoint',
    description:
      'Creates a new secret. For `overlap_hours` the previous secret signs the deliveries too. A secret older than the previous one ends immediately. Needs the scopes of all events of the endpoint, because anyone with the secret can sign events.',
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
      'Sends a `ping.test` event to this endpoint, even if the endpoint is disabled or not subscribed to it. The event is signed and retried like all others.',
    responses: {
      200: z.object({
        success: Success,
        message: z
          .string()
          .meta({ description: 'Confirmation for people.', example: 'A ping.test event is on its way' }),
      }),
    },
  },
  ...deliveryOperations,
} as const satisfies Resource

import { z } from 'zod'
import { Id, PathId, line } from '../fields/primitives.ts'
import { wholeNumber } from '../fields/query.ts'
import type { Resource } from '../operations/operation.ts'
import { WebhookEndpointCreate, WebhookEndpointCreated } from '../resources/webhook-endpoint.ts'

const scope = 'webhooks:write'
const params = z.object({ id: PathId })

/** The deliveries to the listener's endpoint. */
const ReceivedRequest = z.object({
  id: Id,
  /** As they came: in their order and letter case. */
  headers: z.array(z.object({ name: z.string(), value: z.string() })),
  /** In base64. */
  body: z.string(),
})

/** A webhook endpoint on this server itself, for one who asks what it received: `matterbase listen`. */
export const listeners = {
  create: {
    method: 'post',
    path: '/listeners',
    operationId: 'createListener',
    summary: 'Make a webhook endpoint whose deliveries are kept until they are asked for',
    scope,
    body: z.object({
      /** Default: all that the caller can read. */
      events: WebhookEndpointCreate.shape.events.optional(),
      /** The caller's own, so that it stays the same over several listeners. */
      secret: z.string().regex(/^whsec_[A-Za-z0-9+/]{43}=$/, { message: 'must be whsec_ and 32 bytes in base64' }),
      description: line(255).optional(),
    }),
    responses: { 201: z.object({ data: WebhookEndpointCreated }) },
    errors: ['limit_reached'],
  },
  requests: {
    method: 'get',
    path: '/listeners/{id}/requests',
    operationId: 'listListenerRequests',
    summary: 'Wait for what the listener received after a request, and forget that one and all before it',
    scope,
    params,
    query: z.object({
      /** The id of the last request that was seen. Default: none was. */
      after: wholeNumber.pipe(z.int()).optional(),
      /** How many seconds to wait when there is nothing. Default 0. */
      wait: wholeNumber.pipe(z.int().max(25)).optional(),
    }),
    responses: { 200: z.object({ data: z.array(ReceivedRequest) }) },
  },
  delete: {
    method: 'delete',
    path: '/listeners/{id}',
    operationId: 'deleteListener',
    summary: 'End a listener, and its webhook endpoint with it',
    scope,
    params,
    responses: { 200: z.object({ success: z.literal(true) }) },
  },
} as const satisfies Resource

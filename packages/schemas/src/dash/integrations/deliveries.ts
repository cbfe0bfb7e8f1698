import { z } from 'zod'
import { moment } from '../../fields/query.ts'
import { PathId, Timestamp } from '../../fields/primitives.ts'
import { Delivery } from '../../resources/webhook-deliveries.ts'
import type { DashResource } from '../operation.ts'

const scope = 'webhooks:write'
const ofEndpoint = z.object({ id: PathId })
const ofDelivery = z.object({ id: PathId, delivery: PathId })
const Uuid = z.string().regex(/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i)

const AttemptDetails = z.object({
  delivery_id: z.uuid(),
  method: z.literal('POST'),
  /** The endpoint's address as it is now. */
  url: z.string(),
  /** In the order in which they were sent, without those that HTTP itself adds. */
  headers: z.array(z.object({ name: z.string(), value: z.string() })),
  /** Exactly what was sent, in UTF-8. */
  body: z.string(),
  /** `known`: the headers have the signature. `rotated`: the secret that made it is gone, and the signature with it. */
  signature: z.enum(['known', 'rotated']),
  /**
   * The headers of the response, at most 4 KiB. A value is null if it is not stored. Null without a response, or for
   * older attempts.
   */
  response_headers: z.array(z.object({ name: z.string(), value: z.string().nullable() })).nullable(),
})

export const deliveries = {
  get: {
    method: 'get',
    path: '/webhooks/{id}/deliveries/{delivery}',
    operationId: 'getWebhookDelivery',
    summary: 'One delivery with its attempts',
    scope,
    params: ofDelivery,
    responses: { 200: z.object({ data: Delivery }) },
  },
  attempt: {
    method: 'get',
    path: '/webhooks/{id}/deliveries/{delivery}/attempts/{attempt}',
    operationId: 'getWebhookAttempt',
    summary: 'The request of an attempt, byte for byte, and the headers of its answer',
    scope,
    params: ofDelivery.extend({ attempt: Uuid }),
    responses: { 200: z.object({ data: AttemptDetails }) },
  },
  counts: {
    method: 'get',
    path: '/webhooks/{id}/resend-counts',
    operationId: 'countWebhookResends',
    summary: 'How many deliveries a replay of a span, or letting go of the held ones, would send',
    scope,
    params: ofEndpoint,
    query: z.object({
      from: moment('The first moment; default: the beginning.'),
      to: moment('The last moment; default: now.'),
    }),
    responses: { 200: z.object({ failed: z.int(), all: z.int(), held: z.int() }) },
  },
  hours: {
    method: 'get',
    path: '/webhooks/{id}/hours',
    operationId: 'listWebhookHours',
    summary: 'What became of the deliveries of the last 24 hours, by the hour',
    scope,
    params: ofEndpoint,
    responses: {
      200: z.object({
        hours: z.array(z.object({ hour: Timestamp, delivered: z.int(), failed: z.int(), waiting: z.int() })),
      }),
    },
  },
} as const satisfies DashResource

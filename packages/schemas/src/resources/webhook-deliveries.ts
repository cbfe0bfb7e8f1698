import { z } from 'zod'
import { EventKind } from '../events/event-kind.ts'
import { CursorQuery, cursorPageOf } from '../fields/lists.ts'
import { namedEnum } from '../fields/named-enum.ts'
import { moment } from '../fields/query.ts'
import type { Resource } from '../operations/operation.ts'
import { Id, MomentInput, PathId, Success, Timestamp } from '../fields/primitives.ts'

/** What a delivery can be, as it is answered: whether a job for it waits or runs is nobody's business. */
export const deliveryStatuses = ['pending', 'delivered', 'failed', 'held', 'cancelled', 'blocked'] as const

export type DeliveryStatus = (typeof deliveryStatuses)[number]

const Status = namedEnum('DeliveryStatus', deliveryStatuses, 'How far a delivery is.')

const Uuid = z.string().meta({ format: 'uuid', example: '0199a3f2-5c1e-7d3a-9b44-2f6e8a7c1d05' })

const DeliveryAttempt = z
  .object({
    delivery_id: Uuid.meta({ description: 'What the request carried as `delivery_id`.' }),
    attempt: z.int().min(1).meta({ description: '1 for the first.', example: 1 }),
    started_at: Timestamp.meta({ description: 'When it began.' }),
    duration_ms: z.int().min(0).nullable().meta({ example: 84, description: 'Null while it is under way.' }),
    outcome: z.string().nullable().meta({
      example: 'success',
      description:
        '`success`, `http_error`, `timeout`, `dns`, `connect`, `tls`, `blocked`, or `interrupted` when the worker was lost; null while it is under way.',
    }),
    status_code: z.int().nullable().meta({ description: 'The status of the answer; null without one.', example: 200 }),
    response_body: z.string().nullable().meta({ example: 'ok', description: 'The first 4 KiB of the answer.' }),
  })
  .meta({ id: 'DeliveryAttempt', description: 'One request of a delivery.' })

export const Delivery = z
  .object({
    id: Id.meta({ description: 'The id of the delivery.' }),
    event_id: Uuid.meta({ description: 'The same over all attempts and endpoints.' }),
    event: EventKind,
    status: Status,
    attempt_count: z.int().min(0).meta({ description: 'How many attempts there were.', example: 1 }),
    next_attempt_at: Timestamp.nullable().meta({ description: 'When a pending delivery is due.' }),
    last_status_code: z
      .int()
      .nullable()
      .meta({ description: 'The status of the last answer; null without one.', example: 200 }),
    last_error: z
      .string()
      .nullable()
      .meta({ description: 'Why the last attempt failed; null when it did not.', example: null }),
    created_at: Timestamp.meta({ description: 'When the event happened.' }),
    delivered_at: Timestamp.nullable().meta({ description: 'When an attempt succeeded; null until then.' }),
    attempts: z.array(DeliveryAttempt).meta({ description: 'Every request that was made.' }),
  })
  .meta({ id: 'Delivery', description: 'One event on its way to one endpoint.' })

const DeliveryRef = z
  .string()
  .regex(/^(?:[1-9]\d{0,15}|[\da-fA-F]{8}(?:-[\da-fA-F]{4}){3}-[\da-fA-F]{12})$/)
  .meta({ description: 'The id of a delivery, or the `delivery_id` of one of its attempts.', example: '42' })

const ReplayRequest = z
  .object({
    from: MomentInput.meta({ description: 'Events from this moment on.' }),
    to: MomentInput.meta({ description: 'Events up to this moment.' }),
    status: z.enum(['failed', 'all']).optional().meta({
      default: 'failed',
      description: '`failed`: what failed or was blocked. `all`: also what was delivered or cancelled.',
    }),
  })
  // One that is no date-time is found fault with by itself.
  .refine(({ from, to }) => !(Date.parse(to) < Date.parse(from)), {
    path: ['to'],
    message: 'must not be before from',
    params: { code: 'before_from' },
  })
  .meta({
    id: 'ReplayRequest',
    description: 'Which deliveries to send again.',
    example: { from: '2026-03-14T08:00:00.000Z', to: '2026-03-14T10:00:00.000Z', status: 'failed' },
  })

const Replay = z
  .object({
    id: Id.meta({ description: 'The id of the replay.' }),
    count: z.int().min(0).meta({ description: 'How many deliveries go out again.', example: 12 }),
  })
  .meta({ id: 'Replay', description: 'Deliveries that are sent again.' })

const scope = 'webhooks:write'
const params = z.object({ id: PathId })

/** What can be done with the deliveries of a webhook endpoint. */
export const deliveryOperations = {
  deliveries: {
    method: 'get',
    path: '/webhooks/{id}/deliveries',
    operationId: 'listWebhookDeliveries',
    summary: 'List the deliveries of a webhook endpoint',
    description:
      'What was sent to the endpoint or is to be sent, newest event first, with every attempt. Kept for 30 days.',
    scope,
    params,
    query: CursorQuery.extend({
      status: Status.optional().meta({ description: 'Only deliveries with this `status`.' }),
      event: EventKind.optional().meta({ description: 'Only deliveries of events of this kind.' }),
      created_since: moment('Only deliveries whose `created_at` is after this moment.'),
    }),
    responses: { 200: cursorPageOf(Delivery, { id: 'DeliveryList', description: 'One page of deliveries.' }) },
  },
  retry: {
    method: 'post',
    path: '/webhooks/{id}/deliveries/{delivery}/retry',
    operationId: 'retryWebhookDelivery',
    summary: 'Send a delivery again',
    description:
      'Makes the delivery due at once, whatever became of it, with a whole retry schedule before it. For an endpoint that is switched off it is held.',
    scope,
    params: z.object({ id: PathId, delivery: DeliveryRef }),
    responses: { 202: z.object({ success: Success, data: Delivery }) },
  },
  replay: {
    method: 'post',
    path: '/webhooks/{id}/replay',
    operationId: 'replayWebhookDeliveries',
    summary: 'Send the deliveries of a span of time again',
    description:
      'Sends again what the endpoint should have got for the events from `from` to `to`, both inclusive. What is on its way already is left alone. The work goes on in the background and survives restarts.',
    scope,
    params,
    body: ReplayRequest,
    responses: { 202: z.object({ success: Success, data: Replay }) },
  },
} as const satisfies Resource

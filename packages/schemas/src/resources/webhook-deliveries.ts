import { z } from 'zod'
import { EventKind } from '../events/event-kinds.ts'
import { CursorQuery, cursorPageOf } from '../fields/lists.ts'
import { namedEnum } from '../fields/named-enum.ts'
import { moment } from '../fields/query.ts'
import type { Resource } from '../operations/operation.ts'
import { Id, MomentInput, PathId, Success, Timestamp } from '../fields/primitives.ts'

/** The public status of a delivery. It does not tell whether a job waits or runs. */
export const deliveryStatuses = ['pending', 'delivered', 'failed', 'held', 'cancelled', 'blocked'] as const

export type DeliveryStatus = (typeof deliveryStatuses)[number]

const Status = namedEnum(
  'DeliveryStatus',
  deliveryStatuses,
  'Status of a delivery. `pending`: waits for an attempt, or an attempt is in progress. `delivered`: an attempt succeeded. `failed`: all attempts failed, or the receiver returned 410. `held`: the endpoint is disabled. `cancelled`: the endpoint was deleted, or the held delivery was skipped. `blocked`: the URL is not allowed.',
)

const Uuid = z.string().meta({ format: 'uuid', example: '0199a3f2-5c1e-7d3a-9b44-2f6e8a7c1d05' })

const DeliveryAttempt = z
  .object({
    delivery_id: Uuid.meta({ description: 'ID of the attempt, as in `delivery_id` of the request body.' }),
    attempt: z.int().min(1).meta({ description: 'Number of the attempt, from 1.', example: 1 }),
    started_at: Timestamp.meta({ description: 'Start of the attempt.' }),
    duration_ms: z
      .int()
      .min(0)
      .nullable()
      .meta({ example: 84, description: 'Duration in milliseconds. Null while the attempt is in progress.' }),
    outcome: z.string().nullable().meta({
      example: 'success',
      description:
        'Result of the attempt: `success`, `http_error`, `timeout`, `dns`, `connect`, `tls`, `blocked`, or `interrupted` if the worker stopped. Null while the attempt is in progress.',
    }),
    status_code: z
      .int()
      .nullable()
      .meta({ description: 'HTTP status of the response. Null if there was no response.', example: 200 }),
    response_body: z.string().nullable().meta({ example: 'ok', description: 'First 4 KiB of the response body.' }),
  })
  .meta({ id: 'DeliveryAttempt', description: 'One attempt of a delivery.' })

export const Delivery = z
  .object({
    id: Id.meta({ description: 'ID of the delivery.' }),
    event_id: Uuid.meta({ description: 'ID of the event, equal for all attempts and endpoints.' }),
    event: EventKind,
    status: Status.meta({ example: 'delivered' }),
    attempt_count: z.int().min(0).meta({ description: 'Number of attempts so far.', example: 1 }),
    next_attempt_at: Timestamp.nullable().meta({
      description: 'Time of the next attempt. Null if no attempt is scheduled.',
      example: null,
    }),
    last_status_code: z
      .int()
      .nullable()
      .meta({ description: 'HTTP status of the last response. Null if there was no response.', example: 200 }),
    last_error: z
      .string()
      .nullable()
      .meta({ description: 'Error of the last attempt. Null if it succeeded.', example: null }),
    created_at: Timestamp.meta({ description: 'Time of the event.' }),
    delivered_at: Timestamp.nullable().meta({ description: 'Time of the successful attempt. Null until then.' }),
    attempts: z.array(DeliveryAttempt).meta({ description: 'All attempts of the delivery, the first one first.' }),
  })
  .meta({ id: 'Delivery', description: 'The delivery of one event to one endpoint.' })

const DeliveryRef = z
  .string()
  .regex(/^(?:[1-9]\d{0,15}|[\da-fA-F]{8}(?:-[\da-fA-F]{4}){3}-[\da-fA-F]{12})$/)
  .meta({ description: 'ID of a delivery, or `delivery_id` of one of its attempts.', example: '42' })

const ReplayRequest = z
  .object({
    from: MomentInput.meta({ description: 'Start of the time range, inclusive.' }),
    to: MomentInput.meta({ description: 'End of the time range, inclusive.' }),
    status: z.enum(['failed', 'all']).optional().meta({
      default: 'failed',
      description: '`failed`: failed and blocked deliveries. `all`: also delivered and cancelled ones.',
    }),
  })
  // A value that is not a date-time has its own error.
  .refine(({ from, to }) => !(Date.parse(to) < Date.parse(from)), {
    path: ['to'],
    message: 'must not be before from',
    params: { code: 'before_from' },
  })
  .meta({
    id: 'ReplayRequest',
    description: 'The deliveries to send again.',
    example: { from: '2026-03-14T08:00:00.000Z', to: '2026-03-14T10:00:00.000Z', status: 'failed' },
  })

const Replay = z
  .object({
    id: Id.meta({ description: 'ID of the replay.' }),
    count: z.int().min(0).meta({ description: 'Number of deliveries that are sent again.', example: 12 }),
  })
  .meta({ id: 'Replay', description: 'A replay of deliveries.' })

const scope = 'webhooks:write'
const params = z.object({ id: PathId })

/** The operations on deliveries of a webhook endpoint. */
export const deliveryOperations = {
  deliveries: {
    method: 'get',
    path: '/webhooks/{id}/deliveries',
    operationId: 'listWebhookDeliveries',
    summary: 'List the deliveries of a webhook endpoint',
    description:
      'Returns one page of the deliveries of the endpoint, newest event first, each with all its attempts. Deliveries are kept for 30 days.',
    scope,
    params,
    query: CursorQuery.extend({
      status: Status.optional().meta({ description: 'Only deliveries with this `status`.' }),
      event: EventKind.optional().meta({ description: 'Only deliveries of this event.' }),
      created_since: moment('Only deliveries whose `created_at` is after this time.'),
    }),
    responses: { 200: cursorPageOf(Delivery, { id: 'DeliveryList', description: 'One page of deliveries.' }) },
  },
  retry: {
    method: 'post',
    path: '/webhooks/{id}/deliveries/{delivery}/retry',
    operationId: 'retryWebhookDelivery',
    summary: 'Send a delivery again',
    description:
      'Sends the delivery again immediately, regardless of its status, with a new retry schedule. If the endpoint is disabled, the delivery is held. Needs the scope that reads the record of the event too.',
    scope,
    params: z.object({ id: PathId, delivery: DeliveryRef }),
    responses: { 202: z.object({ success: Success, data: Delivery }) },
  },
  replay: {
    method: 'post',
    path: '/webhooks/{id}/replay',
    operationId: 'replayWebhookDeliveries',
    summary: 'Send the deliveries of a time range again',
    description:
      'Sends the deliveries of all events from `from` to `to` again. Pending deliveries are not sent twice. The replay runs in the background and continues after a restart. Needs the scopes that read the records of the events of the endpoint and of these deliveries too.',
    scope,
    params,
    body: ReplayRequest,
    responses: { 202: z.object({ success: Success, data: Replay }) },
  },
} as const satisfies Resource

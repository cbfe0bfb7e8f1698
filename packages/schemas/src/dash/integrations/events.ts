import { z } from 'zod'
import { eventKinds } from '../../events/event-kinds.ts'
import { CursorQuery, cursorPageOf } from '../../fields/lists.ts'
import { moment } from '../../fields/query.ts'
import { Id, Timestamp } from '../../fields/primitives.ts'
import { deliveryStatuses } from '../../resources/webhook-deliveries.ts'
import type { DashResource } from '../operation.ts'

const Uuid = z.string().regex(/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i)

const EventDelivery = z.object({
  id: Id,
  endpoint_id: Id,
  url: z.string(),
  status: z.enum(deliveryStatuses),
  attempt_count: z.int(),
  last_status_code: z.int().nullable(),
})

const event = { id: z.uuid(), kind: z.enum(eventKinds), created_at: Timestamp, deliveries: z.array(EventDelivery) }

const anything = z.record(z.string(), z.unknown())

export const events = {
  list: {
    method: 'get',
    path: '/events',
    operationId: 'listEvents',
    summary: 'List the events of the workspace, newest first. Events are kept for 30 days',
    scope: 'logs:read',
    query: CursorQuery.extend({
      kind: z.enum(eventKinds).optional(),
      created_since: moment('Only events after this moment.'),
    }),
    responses: { 200: cursorPageOf(z.object(event)) },
  },
  get: {
    method: 'get',
    path: '/events/{id}',
    operationId: 'getEvent',
    summary: 'Get an event with its deliveries and the current state of its record',
    scope: 'logs:read',
    params: z.object({ id: Uuid }),
    responses: {
      200: z.object({
        data: z.object({
          ...event,
          /** The record when the event happened. */
          data: anything,
          /** Old values of the changed fields. Null if the event is not an update. */
          previous: anything.nullable(),
          /** True if the record still exists and the caller can read it. */
          now: z.enum(['found', 'gone', 'hidden']),
          /** The current record. */
          record: anything.nullable(),
        }),
      }),
    },
  },
} as const satisfies DashResource

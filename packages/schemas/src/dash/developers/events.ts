import { z } from 'zod'
import { eventKinds } from '../../operations/event-kinds.ts'
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
    summary: 'What happened in the workspace, newest first; kept for 30 days',
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
    summary: 'One event, what became of it, and its record as it is now',
    scope: 'logs:read',
    params: z.object({ id: Uuid }),
    responses: {
      200: z.object({
        data: z.object({
          ...event,
          /** The record as it was. */
          data: anything,
          /** What the members that changed were; null of an event that tells of no change. */
          previous: anything.nullable(),
          /** Whether the record is still there and the caller may read it. */
          now: z.enum(['found', 'gone', 'hidden']),
          /** The record as it is. */
          record: anything.nullable(),
        }),
      }),
    },
  },
} as const satisfies DashResource

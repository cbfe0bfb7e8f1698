import { z } from 'zod'
import { AmountInput, calendarDate } from '../../fields/fields.ts'
import { filterParams } from '../../fields/lists.ts'
import { Id, PathId } from '../../fields/primitives.ts'
import { rateSources } from '../../resources/time-entries.ts'
import type { DashResource } from '../operation.ts'

/** The scope of a rate. */
export const rateScopes = ['firm', 'client', 'matter'] as const

const Rate = z.object({
  id: Id,
  scope: z.enum(rateScopes),
  target_id: Id.nullable(),
  target_name: z.string().nullable(),
  user_id: z.uuid().nullable(),
  user_name: z.string().nullable(),
  amount: z.number(),
  valid_from: z.iso.date().nullable(),
})

const Rates = z.object({
  /** The rates with the highest priority first. */
  data: z.array(Rate),
  members: z.array(z.object({ id: z.uuid(), name: z.string() })),
})

const Success = z.object({ success: z.literal(true) })

/** Hourly rates. The rate of a time entry wins. */
export const rates = {
  list: {
    method: 'get',
    path: '/rates',
    operationId: 'listRates',
    summary: 'The rates of the firm, its clients and matters',
    scope: 'invoices:read',
    responses: { 200: Rates },
  },
  set: {
    method: 'put',
    path: '/rates',
    operationId: 'setRate',
    changes: '/rates',
    password: { when: 'in live' },
    summary: 'Set a rate, in place of the one for the same from the same day on',
    description: 'Time that waits to be billed follows; what is billed keeps what it had.',
    scope: 'settings:write',
    body: z.object({
      scope: z.enum(rateScopes),
      target_id: Id.nullable().optional(),
      user_id: z.uuid().nullable().optional(),
      amount: AmountInput,
      valid_from: calendarDate.input.optional(),
    }),
    responses: { 200: Success },
  },
  remove: {
    method: 'delete',
    path: '/rates/{id}',
    operationId: 'removeRate',
    password: { when: 'in live' },
    summary: 'Remove a rate',
    scope: 'settings:write',
    params: z.object({ id: PathId }),
    responses: { 200: Success },
  },
  resolve: {
    method: 'get',
    path: '/rates/for',
    operationId: 'getRate',
    summary: 'What an hour of a member is billed at, unless its entry says so',
    scope: 'matters:read',
    query: z.object({
      case_id: filterParams.id,
      client_id: filterParams.id,
      day: calendarDate.query.optional(),
      user_id: z
        .union([z.uuid(), z.literal('none')])
        .optional()
        .meta({ description: 'Who works. Default: the caller.' }),
    }),
    responses: { 200: z.object({ amount: z.number().nullable(), source: z.enum(rateSources).nullable() }) },
  },
} as const satisfies DashResource

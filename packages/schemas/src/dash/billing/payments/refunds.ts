import { z } from 'zod'
import { calendarDate } from '../../../fields/fields.ts'
import { Id, line, PathId } from '../../../fields/primitives.ts'
import { currencyCode } from '../currency-code.ts'
import type { DashResource } from '../../operation.ts'
import { Money, Sums } from '../invoices/sums.ts'

const one = { params: z.object({ id: PathId }) } as const

/** A client's credit, and what it is paid back of it. */
export const refunds = {
  ofClient: {
    method: 'get',
    path: '/clients/{id}/credit',
    operationId: 'getClientCredit',
    summary: 'What a client has paid too much or was credited, and what it was paid back',
    params: one.params,
    scope: 'invoices:read',
    responses: {
      200: z.object({
        credits: Sums,
        /** The newest first, at most 200. */
        refunds: z.array(
          z.object({
            id: Id,
            amount: z.number(),
            currency: z.string().nullable(),
            paid_on: z.iso.date(),
            method: z.string().nullable(),
            reference: z.string().nullable(),
          }),
        ),
      }),
    },
  },
  record: {
    method: 'post',
    path: '/refunds',
    operationId: 'recordRefund',
    summary: 'Record that a client was paid back of its credit, the oldest first',
    scope: 'invoices:write',
    body: z.object({
      /** Sent twice, the refund is recorded once. */
      key: z.uuid(),
      client_id: Id,
      amount: Money,
      /** The currency of the refunded credit. */
      currency: currencyCode.nullable(),
      paid_on: calendarDate.input.unwrap(),
      method: line(64).nullable().optional(),
      reference: line(255).nullable().optional(),
    }),
    responses: { 201: z.object({ data: z.object({ id: Id }) }) },
  },
  remove: {
    method: 'delete',
    path: '/refunds/{id}',
    operationId: 'removeRefund',
    summary: "Take back a refund; what was paid back is the client's credit again",
    ...one,
    scope: 'invoices:write',
    responses: { 200: z.object({ success: z.literal(true) }) },
  },
} as const satisfies DashResource

import { z } from 'zod'
import { nonBlankLine, Timestamp } from '../../fields/primitives.ts'
import type { DashResource } from '../operation.ts'

const Kind = z.enum(['invoice', 'credit_note'])

const many = { path: '/number-confirmations' } as const

/** The next numbers of invoices and credit notes, which an owner confirms after a restore. */
export const numberConfirmations = {
  list: {
    ...many,
    method: 'get',
    operationId: 'listNumberConfirmations',
    summary: 'The kinds of numbers whose next number an owner has to confirm after a restore',
    scope: 'invoices:read',
    responses: {
      200: z.object({
        data: z
          .array(
            z.object({
              kind: Kind,
              restored_at: Timestamp,
              /** The last number in the backup. Null before the first. */
              last: z.string().nullable(),
              /** A number that leaves a gap for numbers that the backup lacks. */
              proposal: z.string(),
            }),
          )
          .max(2),
      }),
    },
  },
  confirm: {
    ...many,
    method: 'post',
    operationId: 'confirmNumber',
    summary: 'Confirm the next number after a restore; the next invoice or credit note gets it',
    scope: 'settings:write',
    body: z.object({ kind: Kind, number: nonBlankLine(255) }),
    responses: { 200: z.object({ data: z.object({ number: z.string() }) }) },
  },
} as const satisfies DashResource

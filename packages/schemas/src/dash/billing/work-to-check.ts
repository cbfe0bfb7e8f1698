import { z } from 'zod'
import { Id, Timestamp } from '../../fields/primitives.ts'
import type { DashResource } from '../operation.ts'

const workResources = ['time_entries', 'expenses'] as const

/** Unbilled work of an earlier version that a person has to check. */
export const WorkToCheck = z.object({
  count: z.int().min(0),
  /** The oldest ones. */
  data: z.array(
    z.object({
      resource: z.enum(workResources),
      id: Id,
      description: z.string().nullable(),
      created_at: Timestamp,
      case_id: Id.nullable(),
      matter_title: z.string().nullable(),
      /** The client of the work, to whom it would be billed. */
      client_name: z.string().nullable(),
      matter_client_name: z.string().nullable(),
      /** The invoice that has the work already. */
      invoice_id: Id.nullable(),
    }),
  ),
})

const Ids = z.array(Id)

/** Unbilled work of an earlier version that names another client than its matter, or that an invoice has. */
export const workToCheck = {
  settle: {
    method: 'post',
    path: '/work-to-check/settle',
    operationId: 'settleWorkToCheck',
    summary: 'Move unbilled work to the client of its matter, and mark work on an invoice as billed',
    scope: 'matters:write',
    body: z.object({
      work: z
        .array(z.object({ resource: z.enum(workResources), id: Id }))
        .min(1)
        .max(50),
    }),
    responses: { 200: z.object({ time_entries: Ids, expenses: Ids }) },
  },
} as const satisfies DashResource

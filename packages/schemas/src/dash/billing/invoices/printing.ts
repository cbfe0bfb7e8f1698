import { z } from 'zod'
import { PathId } from '../../../fields/primitives.ts'
import type { DashResource } from '../../operation.ts'

const Problem = z.object({
  /** The page where it is filled in. */
  place: z.enum(['firm', 'client', 'matter', 'members', 'invoice']),
  message: z.string(),
})

/** The layout of an invoice on paper. */
export const printing = {
  check: {
    method: 'get',
    path: '/invoices/{id}/print-check',
    operationId: 'checkPrint',
    summary: 'The letters of an invoice that its PDF cannot show, each once, at most 50, and the details that it lacks',
    scope: 'invoices:read',
    params: z.object({ id: PathId }),
    responses: { 200: z.object({ unknown_letters: z.array(z.string()), problems: z.array(Problem) }) },
  },
} as const satisfies DashResource

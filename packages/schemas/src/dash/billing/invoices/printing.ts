import { z } from 'zod'
import { PathId } from '../../../fields/primitives.ts'
import type { DashResource } from '../../operation.ts'

/** The layout of an invoice on paper. */
export const printing = {
  check: {
    method: 'get',
    path: '/invoices/{id}/print-check',
    operationId: 'checkPrint',
    summary: 'The letters of an invoice that its PDF cannot show, each once, at most 50',
    scope: 'invoices:read',
    params: z.object({ id: PathId }),
    responses: { 200: z.object({ unknown_letters: z.array(z.string()) }) },
  },
} as const satisfies DashResource

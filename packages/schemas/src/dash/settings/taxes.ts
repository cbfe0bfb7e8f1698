import { z } from 'zod'
import type { DashResource } from '../operation.ts'
import { TaxRate } from '../work/invoice-lines.ts'

const TaxRates = z.object({ data: z.array(TaxRate).max(50) })

/** What lines of invoices can be taxed with; the first one is what new lines have. */
export const taxes = {
  list: {
    method: 'get',
    path: '/tax-rates',
    operationId: 'listTaxRates',
    summary: 'What lines of invoices can be taxed with',
    scope: 'invoices:read',
    responses: { 200: TaxRates },
  },
  set: {
    method: 'put',
    path: '/tax-rates',
    operationId: 'setTaxRates',
    summary: 'Set all of them; lines keep what they were given',
    scope: 'settings:write',
    body: TaxRates,
    responses: { 200: TaxRates },
  },
} as const satisfies DashResource

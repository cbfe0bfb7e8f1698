import { z } from 'zod'
import { namedEnum } from '../fields/named-enum.ts'
import type { Resource } from '../operations/operation.ts'

/** The categories of EN 16931: standard rate, zero rate, exempt, reverse charge, not subject to tax. */
export const taxCategories = ['S', 'Z', 'E', 'AE', 'O'] as const

export type TaxCategory = (typeof taxCategories)[number]

export const TaxCategoryName = namedEnum(
  'TaxCategory',
  taxCategories,
  'Tax category of EN 16931: `S` standard or reduced rate, `Z` zero rate, `E` exempt, `AE` reverse charge, `O` not subject to tax.',
).meta({ example: 'S' })

const TaxRate = z
  .object({
    name: z.string().meta({ description: 'Name of the tax rate in the dashboard.', example: 'Standard rate' }),
    category: TaxCategoryName,
    percent: z.number().meta({ description: 'Percentage. 0 for all categories except `S`.', example: 19 }),
    reason: z.string().nullable().meta({
      description: 'Reason for a tax of 0, as printed on invoices. Null for `S`.',
      example: null,
    }),
    is_for_hard_costs: z.boolean().meta({
      description: 'Whether this is the tax rate of expenses that were paid to a third party (`kind` is `hard`).',
      example: false,
    }),
  })
  .meta({ id: 'TaxRate', description: 'A tax rate of the firm.' })

export const taxRates = {
  list: {
    method: 'get',
    path: '/tax-rates',
    operationId: 'listTaxRates',
    summary: 'List tax rates',
    description:
      'Returns all tax rates of the firm, at most 50. The first one is the default of new invoice lines. Category and percentage identify a tax rate. Owners change them in the dashboard, under Settings → Firm.',
    scope: 'invoices:read',
    responses: {
      200: z
        .object({ data: z.array(TaxRate).meta({ description: 'The tax rates, the default first.' }) })
        .meta({ id: 'TaxRateList', description: 'All tax rates of the firm.' }),
    },
  },
} as const satisfies Resource

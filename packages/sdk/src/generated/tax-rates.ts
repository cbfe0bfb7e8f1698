// Generated from the contract. `npx pnpm@12 generate` writes it again.

import type { TaxCategory } from './invoices.ts'

/** A tax rate of the firm. */
export interface TaxRate {
  /** Name of the tax rate in the dashboard. */
  name: string
  /**
   * Tax category of EN 16931: `S` standard or reduced rate, `Z` zero rate, `E` exempt, `AE` reverse charge, `O` not
   * subject to tax.
   */
  category: TaxCategory
  /** Percentage. 0 for all categories except `S`. */
  percent: number
  /** Reason for a tax of 0, as printed on invoices. Null for `S`. */
  reason: string | null
  /** Whether this is the tax rate of expenses that were paid to a third party (`kind` is `hard`). */
  is_for_hard_costs: boolean
}

import type { TaxCategory } from '../../../resources/tax-rates.ts'

/** The revenue account of a tax category and percent. */
export interface RevenueAccount {
  readonly category: TaxCategory
  readonly percent: number
  readonly account: string
  /** The tax key of DATEV (BU-Schlüssel). Null for an account that computes its tax automatically. */
  readonly tax_key: string | null
}

/** The account that receives payments of a method. */
export interface MethodAccount {
  readonly method: string
  readonly account: string
}

interface Chart {
  readonly bank_account: string
  readonly write_off_account: string
  readonly revenue_accounts: readonly RevenueAccount[]
  readonly method_accounts: readonly MethodAccount[]
}

/** The charts of accounts that DATEV knows by a number. */
export const chartNames = ['SKR03', 'SKR04'] as const

export type ChartName = (typeof chartNames)[number]

const revenue = (accounts: readonly (readonly [TaxCategory, number, string])[]): readonly RevenueAccount[] =>
  accounts.map(([category, percent, account]) => ({ category, percent, account, tax_key: null }))

/** Proposals for the settings. The accountant of the firm decides. */
export const charts: Readonly<Record<ChartName, Chart>> = {
  SKR03: {
    bank_account: '1200',
    write_off_account: '2400',
    revenue_accounts: revenue([
      ['S', 19, '8400'],
      ['S', 7, '8300'],
      ['Z', 0, '8120'],
      ['E', 0, '8100'],
      ['AE', 0, '8337'],
      ['O', 0, '8200'],
    ]),
    method_accounts: [{ method: 'Cash', account: '1000' }],
  },
  SKR04: {
    bank_account: '1800',
    write_off_account: '6930',
    revenue_accounts: revenue([
      ['S', 19, '4400'],
      ['S', 7, '4300'],
      ['Z', 0, '4120'],
      ['E', 0, '4100'],
      ['AE', 0, '4337'],
      ['O', 0, '4200'],
    ]),
    method_accounts: [{ method: 'Cash', account: '1600' }],
  },
}

import type { TaxCategory } from '../../../resources/tax-rates.ts'

/** The places of a debtor that can have accounts of their own. `abroad` includes the EU, unless that has its own. */
export const debtorPlaces = ['eu', 'abroad'] as const

/** The accounts of a tax category and percent. */
export interface RevenueAccount {
  readonly category: TaxCategory
  readonly percent: number
  readonly account: string
  /** The tax key of DATEV (BU-Schlüssel). Null for an account that computes its tax automatically. */
  readonly tax_key: string | null
  /** Only for debtors there. Default: all debtors without a row of their own. */
  readonly place?: (typeof debtorPlaces)[number]
  /** The account of write-offs at this rate. Default: that of all write-offs. */
  readonly write_off_account?: string
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

type Special = Pick<RevenueAccount, 'place' | 'write_off_account'>

const revenue = (accounts: readonly (readonly [TaxCategory, number, string, Special?])[]): readonly RevenueAccount[] =>
  accounts.map(([category, percent, account, special]) => ({ category, percent, account, tax_key: null, ...special }))

/** Proposals for the settings. The accountant of the firm decides. */
export const charts: Readonly<Record<ChartName, Chart>> = {
  SKR03: {
    bank_account: '1200',
    write_off_account: '2400',
    revenue_accounts: revenue([
      ['S', 19, '8400', { write_off_account: '2406' }],
      ['S', 7, '8300', { write_off_account: '2401' }],
      ['Z', 0, '8120'],
      ['E', 0, '8100'],
      ['AE', 0, '8336', { place: 'eu' }],
      ['AE', 0, '8337'],
      ['O', 0, '8338', { place: 'abroad' }],
      ['O', 0, '8200'],
    ]),
    method_accounts: [{ method: 'Cash', account: '1000' }],
  },
  SKR04: {
    bank_account: '1800',
    write_off_account: '6930',
    revenue_accounts: revenue([
      ['S', 19, '4400', { write_off_account: '6936' }],
      ['S', 7, '4300', { write_off_account: '6931' }],
      ['Z', 0, '4120'],
      ['E', 0, '4100'],
      ['AE', 0, '4336', { place: 'eu' }],
      ['AE', 0, '4337'],
      ['O', 0, '4338', { place: 'abroad' }],
      ['O', 0, '4200'],
    ]),
    method_accounts: [{ method: 'Cash', account: '1600' }],
  },
}

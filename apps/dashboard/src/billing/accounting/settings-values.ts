import { chartNames, charts, debtorPlaces } from '@matterbase/schemas/charts'
import type { RecordOf } from '../../api/contract.ts'

export { chartNames }

export type Settings = RecordOf<'GET /accounting/settings'>

type Revenue = Settings['revenue_accounts'][number]

interface RevenueValues {
  category: Revenue['category']
  percent: string
  account: string
  tax_key: string
  place: string
  write_off_account: string
}

/** The form of the settings, whose boxes are all text. */
export interface AccountingValues {
  consultant_number: string
  client_number: string
  fiscal_month: string
  fiscal_day: string
  account_length: string
  chart: string
  bank_account: string
  write_off_account: string
  first_debtor_number: string
  revenue_accounts: RevenueValues[]
  method_accounts: { method: string; account: string }[]
}

const textOf = (value: string | number | null) => (value === null ? '' : String(value))

const revenueOf = ({ category, percent, account, tax_key: key, place, write_off_account: lost }: Revenue) => ({
  category,
  percent: String(percent),
  account,
  tax_key: key ?? '',
  place: place ?? '',
  write_off_account: lost ?? '',
})

export const noRevenue: RevenueValues = {
  category: 'S',
  percent: '',
  account: '',
  tax_key: '',
  place: '',
  write_off_account: '',
}

export const valuesOf = (settings: Settings): AccountingValues => ({
  consultant_number: textOf(settings.consultant_number),
  client_number: textOf(settings.client_number),
  fiscal_month: settings.fiscal_year_start?.slice(0, 2) ?? '',
  fiscal_day: settings.fiscal_year_start?.slice(3) ?? '',
  account_length: textOf(settings.account_length),
  chart: textOf(settings.chart),
  bank_account: textOf(settings.bank_account),
  write_off_account: textOf(settings.write_off_account),
  first_debtor_number: textOf(settings.first_debtor_number),
  revenue_accounts: settings.revenue_accounts.map(revenueOf),
  method_accounts: settings.method_accounts.map((one) => ({ ...one })),
})

const chartOf = (name: string) => chartNames.find((one) => one === name) ?? null

/** The usual accounts of a chart. Undefined for a chart of the firm's own. */
export function valuesIn(name: string): Partial<AccountingValues> | undefined {
  const chart = chartOf(name)
  if (chart === null) return undefined
  const { revenue_accounts: revenue, method_accounts: methods, ...accounts } = charts[chart]
  return { ...accounts, revenue_accounts: revenue.map(revenueOf), method_accounts: methods.map((one) => ({ ...one })) }
}

/** The number in a box. Text that is not a number stays text, which the server refuses at its field. */
const numberIn = (text: string) => (text.trim() === '' ? null : Number(text.trim()))

export const bodyOf = (values: AccountingValues) => ({
  consultant_number: numberIn(values.consultant_number),
  client_number: numberIn(values.client_number),
  fiscal_year_start: values.fiscal_month && `${values.fiscal_month}-${values.fiscal_day || '01'}`,
  account_length: numberIn(values.account_length),
  chart: chartOf(values.chart),
  bank_account: values.bank_account.trim(),
  write_off_account: values.write_off_account.trim(),
  first_debtor_number: numberIn(values.first_debtor_number),
  revenue_accounts: values.revenue_accounts.map(({ category, percent, account, tax_key: key, ...special }) => {
    const place = debtorPlaces.find((one) => one === special.place)
    const lost = special.write_off_account.trim()
    return {
      category,
      percent: category === 'S' ? Number(percent.replace(',', '.')) : 0,
      account: account.trim(),
      tax_key: key.trim() || null,
      ...(place && { place }),
      ...(lost && { write_off_account: lost }),
    }
  }),
  method_accounts: values.method_accounts.map(({ method, account }) => ({ method, account: account.trim() })),
})

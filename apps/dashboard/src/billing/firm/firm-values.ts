import type { RecordOf } from '../../api/contract.ts'
import { decimalText, numberOf, textsOf } from '../../components/forms/typed/typed-value.ts'
import { webAddress } from '../../components/forms/web-address.ts'
import { taxValuesOf } from '../taxes/tax-values.ts'
import type { TaxValues } from '../taxes/tax-values.ts'
import type { TaxRate } from '../invoices/invoice.ts'
import { timekeeperValuesOf } from '../rates/timekeepers.ts'
import type { Timekeeper, TimekeeperValues } from '../rates/timekeepers.ts'

export type Firm = RecordOf<'GET /firm'>

/** The records that the form shows and saves. */
export interface FirmRecords {
  readonly firm: Firm
  readonly taxes: readonly TaxRate[]
  readonly numbers: RecordOf<'GET /matter-numbers'>
  readonly timekeepers: readonly Timekeeper[]
}

/** The values of the form. The taxes are `data`, as the server calls them. */
export type FirmValues = DetailValues & { pattern: string; data: TaxValues[]; timekeepers: TimekeeperValues[] }

export type DetailValues = ReturnType<typeof detailsOf>

export const valuesOf = ({ firm, taxes, numbers, timekeepers }: FirmRecords): FirmValues => ({
  ...detailsOf(firm),
  pattern: numbers.pattern ?? '',
  data: taxes.map(taxValuesOf),
  timekeepers: timekeepers.map(timekeeperValuesOf),
})

/** The initial values. A new firm gets the time zone of this browser. */
export function firstValues(records: FirmRecords): FirmValues {
  const { document_years: _years, ...firm } = records.firm
  const isNew = Object.values(firm).every((value) => value === null)
  return { ...valuesOf(records), ...(isNew && { time_zone: new Intl.DateTimeFormat().resolvedOptions().timeZone }) }
}

export function detailsOf({
  logo: _logo,
  payment_days: days,
  increment_minutes: step,
  signed_copy_days: copyDays,
  // Set under Settings, Data.
  document_years: _years,
  ...firm
}: Firm) {
  return {
    ...textsOf(firm),
    payment_days: decimalText(days),
    increment_minutes: decimalText(step),
    signed_copy_days: decimalText(copyDays),
  }
}

/** As the server keeps it, so that the own value does not conflict when it is sent a second time. */
const compact = (text: string) => text.replaceAll(/\s+/g, '').toUpperCase()

/** The values of the form as the server takes them. */
export const bodyOf = ({
  payment_days: days,
  increment_minutes: step,
  signed_copy_days: copyDays,
  ...texts
}: DetailValues) => ({
  ...texts,
  iban: compact(texts.iban),
  bic: compact(texts.bic),
  website: webAddress(texts.website),
  reminder_days: texts.reminder_days.trim().replaceAll(/[\s;,]+/g, ','),
  payment_days: numberOf(days),
  increment_minutes: increments.find((minutes) => String(minutes) === step) ?? null,
  signed_copy_days: numberOf(copyDays),
})

/** The steps in minutes that time can be rounded up to. */
export const increments = [1, 5, 6, 10, 15, 30] as const

import type { RecordOf } from '../../api/contract.ts'
import { decimalText, numberOf, textsOf } from '../../components/forms/typed/typed-value.ts'
import { webAddress } from '../../components/forms/web-address.ts'

export type Firm = RecordOf<'GET /firm'>
export type FirmValues = ReturnType<typeof valuesOf>

/** The initial values of the form. A new firm gets the time zone of this browser. */
export function valuesOf({
  logo: _logo,
  payment_days: days,
  increment_minutes: step,
  signed_copy_days: copyDays,
  // Set under Settings, Data.
  document_years: _years,
  ...firm
}: Firm) {
  const isNew = Object.values(firm).every((value) => value === null)
  return {
    ...textsOf(firm),
    ...(isNew && { time_zone: ownTimeZone() }),
    payment_days: decimalText(days),
    increment_minutes: decimalText(step),
    signed_copy_days: decimalText(copyDays),
  }
}

const ownTimeZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone

/** The values of the form as the server takes them. */
export const bodyOf = ({
  payment_days: days,
  increment_minutes: step,
  signed_copy_days: copyDays,
  ...values
}: FirmValues) => ({
  ...values,
  website: webAddress(values.website),
  reminder_days: values.reminder_days.trim().replaceAll(/[\s;,]+/g, ','),
  payment_days: numberOf(days),
  increment_minutes: increments.find((minutes) => String(minutes) === step) ?? null,
  signed_copy_days: numberOf(copyDays),
})

/** The steps in minutes that time can be rounded up to. */
export const increments = [1, 5, 6, 10, 15, 30] as const

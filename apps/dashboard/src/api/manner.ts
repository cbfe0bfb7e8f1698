import { defaultLocale, writerOf } from '@matterbase/schemas/writing'
import type { Manner } from '@matterbase/schemas/writing'

let manner: Manner = { locale: defaultLocale, currency: null, timeZone: null }
let writer = writerOf(manner)

type Said = Readonly<Record<'locale' | 'currency' | 'time_zone', string | null>>

/** From now on numbers, money and dates are written as the firm does it. What it does not say stays with the default. */
export function writeAs({ locale, currency, time_zone: timeZone }: Said) {
  manner = { locale: locale ?? defaultLocale, currency, timeZone }
  writer = writerOf(manner)
}

export const mannerNow = () => manner
export const writerNow = () => writer

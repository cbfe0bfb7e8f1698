import { defaultLocale, writerOf } from '@matterbase/schemas/writing'
import type { Manner, Writer } from '@matterbase/schemas/writing'

type Said = Readonly<Record<'locale' | 'currency' | 'time_zone', string | null>>

let said: Said = { locale: null, currency: null, time_zone: null }
// Made when it is first needed: a bundle may run this before what it imports.
let writer: Writer | undefined

/** From now on numbers, money and dates are written as the firm does it. What it does not say stays with the default. */
export function writeAs(next: Said) {
  said = next
  writer = undefined
}

export function mannerNow(): Manner {
  const { locale, currency, time_zone: timeZone } = said
  return { locale: locale ?? defaultLocale, currency, timeZone }
}

/** The zone of the firm's days, as Settings and invoices have it while the firm has not said: UTC, wherever the browser is. */
export const zoneNow = () => said.time_zone ?? 'UTC'

export const writerNow = () => (writer ??= writerOf(mannerNow()))

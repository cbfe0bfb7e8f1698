import { defaultLocale, writerOf } from '@matterbase/schemas/writing'
import type { Manner, Writer } from '@matterbase/schemas/writing'

type Settings = Readonly<Record<'locale' | 'currency' | 'time_zone', string | null>>

let settings: Settings = { locale: null, currency: null, time_zone: null }
// Created on first use, because a bundle can run this module before its imports.
let writer: Writer | undefined

/** Sets the format of numbers, money and dates. Null keeps a default. */
export function setFirmFormat(next: Settings) {
  settings = next
  writer = undefined
}

export function firmFormat(): Manner {
  const { locale, currency, time_zone: timeZone } = settings
  return { locale: locale ?? defaultLocale, currency, timeZone }
}

/** The time zone of the firm's days. Default UTC, as in Settings and on invoices. */
export const firmTimeZone = () => settings.time_zone ?? 'UTC'

export const firmWriter = () => (writer ??= writerOf(firmFormat()))

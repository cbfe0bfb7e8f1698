import type { FrozenInvoice } from '@matterbase/domain'
import { writerOf } from '@matterbase/schemas/writing'
import { LRUCache } from 'lru-cache'
import { unknownIn } from './faces.ts'

const months = Array.from({ length: 12 }, (_, month) => `2026-${String(month + 1).padStart(2, '0')}-28`)

/** All characters that a locale itself writes on an invoice: digits, signs of amounts, and months. */
function sampleOf(locale: string): string {
  const { exactMoney, percent, day } = writerOf({ locale, currency: 'EUR', timeZone: null })
  return [exactMoney(-1234567890.5), percent(19.5), ...months.map((each) => day(each))].join(' ')
}

/**
 * The locale of an invoice: the locale of the firm, with Latin digits if the faces lack its digits, or the English of its
 * region if they lack the letters of its months.
 */
export const printableLocale = (locale: string): string => printable.memo(locale)

function findPrintable(locale: string): string {
  const { region = '001' } = new Intl.Locale(locale).maximize()
  const latin = new Intl.Locale(locale, { numberingSystem: 'latn' }).toString()
  return [locale, latin].find((each) => unknownIn(sampleOf(each)).length === 0) ?? `en-${region}`
}

const printable = new LRUCache<string, string>({ max: 1_000, memoMethod: findPrintable })

/** The letters of an invoice that no face has, without duplicates. */
export function unknownLetters({ seller, buyer, matter, payment, lines, taxes, note, reason }: FrozenInvoice) {
  const printed = [seller, buyer, matter ?? {}, payment, ...lines, ...taxes].flatMap((part) => Object.values(part))
  const names = lines.map(({ member }) => member?.name)
  const texts = [...printed, ...names, note, reason].filter((text) => typeof text === 'string')
  return unknownIn(texts.join('\n'))
}

import type { BookedEntry } from '../book-entries.ts'
import { german } from '../csv/journal-words.ts'
import { toWindows1252Text } from './windows-1252.ts'

const mostBookingText = 60
export const mostDocumentField = 36

/**
 * The booking text in German, because accountants read the file in DATEV: the kind of the entry, the client and the
 * reference. It never begins like a formula.
 */
export const bookingText = ({ kind, clientName, reference }: BookedEntry): string =>
  toWindows1252Text([german.kinds[kind], clientName, reference].filter(Boolean).join(' '))
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, mostBookingText)
    .trimEnd()

/**
 * `Belegfeld 1`: the number of the document with the characters that DATEV allows. Other characters become hyphens. The
 * last 36 characters of a long number remain, because they distinguish it from others.
 */
export const documentField = (number: string): string =>
  number
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^A-Za-z0-9$&%*+\-/]+/g, '-')
    .slice(-mostDocumentField)
    .replace(/^[+-]+/, '')

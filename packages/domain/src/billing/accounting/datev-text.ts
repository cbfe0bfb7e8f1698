import type { EntryKind } from './journal-entry.ts'
import type { BookedEntry } from './book-entries.ts'
import { toWindows1252Text } from './windows-1252.ts'

/** The German name of an entry, because accountants read the file in DATEV. */
const words: Readonly<Record<EntryKind, string>> = {
  invoice: 'Rechnung',
  void: 'Storno',
  credit_note: 'Gutschrift',
  write_off: 'Ausbuchung',
  write_off_reversal: 'Storno Ausbuchung',
  payment: 'Zahlung',
  client_credit: 'Guthaben',
  payment_reversal: 'Storno Zahlung',
  refund: 'Erstattung',
  refund_reversal: 'Storno Erstattung',
}

const mostBookingText = 60
export const mostDocumentField = 36

/** The booking text: the kind of the entry, the client and the reference. It never begins like a formula. */
export const bookingText = ({ kind, clientName, reference }: BookedEntry): string =>
  toWindows1252Text([words[kind], clientName, reference].filter(Boolean).join(' '))
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

import type { BookedEntry } from '../book-entries.ts'
import { datevColumns } from './datev-columns.ts'
import { bookingText, documentField } from './datev-text.ts'
import { datevVatId } from '../debtor-place.ts'
import { documentKey } from './document-fields.ts'
import type { DocumentFields } from './document-fields.ts'
import type { Period } from '../journal-entry.ts'
import { toWindows1252Text, windows1252 } from './windows-1252.ts'

/** The numbers of the firm that the first line of the file shows. */
export interface DatevHead extends Period {
  readonly consultantNumber: number
  readonly clientNumber: number
  /** The first day of the fiscal year of the period. */
  readonly fiscalYear: string
  readonly accountLength: number
  /** `03`, `04`, or empty for a chart of the firm's own. */
  readonly chart: string
}

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`
const compact = (day: string) => day.replaceAll('-', '')

/**
 * A booking batch in the DATEV format: category 21, header version 700, format version 13. The same entries always result in
 * the same bytes.
 */
export function datevFile(
  head: DatevHead,
  entries: readonly BookedEntry[],
  documentFields: DocumentFields = new Map(),
): Uint8Array<ArrayBuffer> {
  const lines = [
    headLine(head),
    datevColumns.map(toWindows1252Text).join(';'),
    ...entries.map((entry) => entryLine(entry, documentFields)),
  ]
  return windows1252(lines.map((line) => `${line}\r\n`).join(''))
}

/** The moment of creation is the end of the period, because another moment would make each export different. */
function headLine(head: DatevHead): string {
  const { from, to } = head
  return [
    quoted('EXTF'),
    700,
    21,
    quoted('Buchungsstapel'),
    13,
    `${compact(to)}235959000`,
    '',
    quoted(''),
    quoted(''),
    quoted(''),
    head.consultantNumber,
    head.clientNumber,
    compact(head.fiscalYear),
    head.accountLength,
    compact(from),
    compact(to),
    quoted(`Matterbase ${compact(from)}-${compact(to)}`),
    quoted(''),
    1,
    0,
    0,
    quoted('EUR'),
    '',
    quoted(''),
    '',
    '',
    quoted(head.chart),
    '',
    '',
    quoted(''),
    quoted(''),
  ].join(';')
}

const place = (title: string) => {
  const at = datevColumns.indexOf(title)
  if (at < 0) throw new Error(`The DATEV format has no column ${title}`)
  return at
}

const places = {
  amount: place('Umsatz (ohne Soll/Haben-Kz)'),
  side: place('Soll/Haben-Kennzeichen'),
  currency: place('WKZ Umsatz'),
  account: place('Konto'),
  contraAccount: place('Gegenkonto (ohne BU-Schlüssel)'),
  taxKey: place('BU-Schlüssel'),
  day: place('Belegdatum'),
  document: place('Belegfeld 1'),
  text: place('Buchungstext'),
  infoKind: place('Beleginfo - Art 1'),
  info: place('Beleginfo - Inhalt 1'),
  vatId: place('EU-Land u. UStID (Bestimmung)'),
}

/** The amount is gross: DATEV computes the tax from the account or the tax key. */
function entryLine(entry: BookedEntry, documentFields: DocumentFields): string {
  const cells = datevColumns.map(() => '')
  const isCredit = entry.gross.startsWith('-')
  const [, month = '', day = ''] = entry.date.split('-')
  cells[places.amount] = entry.gross.replace('-', '').replace('.', ',')
  cells[places.side] = quoted(isCredit ? 'H' : 'S')
  cells[places.currency] = quoted('EUR')
  cells[places.account] = entry.debtorAccount ?? ''
  cells[places.contraAccount] = entry.contraAccount ?? ''
  cells[places.taxKey] = entry.taxKey === null ? '' : quoted(entry.taxKey)
  cells[places.day] = `${day}${month}`
  const { document, documentKind } = entry
  if (document !== null) {
    const known = documentFields.get(documentKey({ kind: documentKind, number: document }))
    const field = known ?? documentField(document)
    cells[places.document] = quoted(field)
    if (field !== document) {
      cells[places.infoKind] = quoted('Belegnummer')
      cells[places.info] = quoted(toWindows1252Text(document).slice(0, mostInfo))
    }
  }
  cells[places.text] = quoted(bookingText(entry))
  if (entry.category === 'AE' && entry.place === 'eu') cells[places.vatId] = quoted(datevVatId(entry))
  return cells.join(';')
}

const mostInfo = 210

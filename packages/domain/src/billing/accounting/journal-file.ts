import type { BookedEntry } from './book-entries.ts'
import { csvOf, csvText } from './csv/csv-text.ts'
import { datevOf } from './datev/datev-of.ts'
import type { Journal, JournalRequest } from './export-journal.ts'
import { amounts, columnNames, columns } from './csv/journal-columns.ts'
import type { JournalTotals } from './journal-totals.ts'
import { spreadsheetCsv } from './csv/spreadsheet-csv.ts'

interface JournalFile {
  readonly mediaType: string
  readonly name: string
  readonly content: string | Uint8Array<ArrayBuffer>
}

/** The file of a journal. The same journal always results in the same bytes. @throws RefusedError as `datevOf`. */
export function journalFile(journal: Journal, format: JournalRequest['format'], locale?: string): JournalFile {
  const { from, to } = journal.period
  const name = `journal_${from}_${to}`
  if (format === 'json') return { mediaType: 'application/json', name: `${name}.json`, content: journalJson(journal) }
  if (format === 'csv') {
    const { entries } = journal
    const content = locale === undefined ? journalCsv(entries) : spreadsheetCsv(entries, locale)
    return { mediaType: csvType, name: `${name}.csv`, content }
  }
  // DATEV recognizes its files by the beginning of their names.
  return {
    mediaType: 'text/csv; charset=windows-1252',
    name: `EXTF_Buchungsstapel_${from}_${to}.csv`,
    content: datevOf(journal),
  }
}

const csvType = 'text/csv; charset=utf-8'

const cellsOf = (entry: BookedEntry) => columnNames.map((name) => [name, columns[name](entry)] as const)

/** The file for programs keeps the columns of its first version. */
const names = columnNames.filter((name) => name !== 'vat_id')

const journalCsv = (entries: readonly BookedEntry[]): string =>
  csvOf([names, ...entries.map((entry) => names.map((name) => csvText([name, columns[name](entry)])))], ',')

/** Amounts are numbers, as everywhere in the API. */
const journalJson = ({ period, totals, entries }: Journal): string =>
  JSON.stringify({
    data: {
      ...period,
      totals: totals.map(totalsJson),
      entries: entries.map((entry) =>
        Object.fromEntries(
          cellsOf(entry).map(([name, cell]) => [name, amounts.has(name) && cell !== null ? Number(cell) : cell]),
        ),
      ),
    },
  })

const totalsJson = ({ taxes, net, tax, gross, payments, refunds, written_off: writtenOff, ...of }: JournalTotals) => ({
  ...of,
  net: Number(net),
  tax: Number(tax),
  gross: Number(gross),
  taxes: taxes.map((one) => ({ ...one, net: Number(one.net), tax: Number(one.tax) })),
  payments: Number(payments),
  refunds: Number(refunds),
  written_off: Number(writtenOff),
})

import { formulaLike } from '@matterbase/schemas/formula-like'
import type { BookedEntry } from './book-entries.ts'
import { datevOf } from './datev-of.ts'
import type { Journal, JournalRequest } from './export-journal.ts'
import type { JournalTotals } from './journal-totals.ts'

interface JournalFile {
  readonly mediaType: string
  readonly name: string
  readonly content: string | Uint8Array<ArrayBuffer>
}

/** The file of a journal. The same journal always results in the same bytes. @throws RefusedError as `datevOf`. */
export function journalFile(journal: Journal, format: JournalRequest['format']): JournalFile {
  const { from, to } = journal.period
  const name = `journal_${from}_${to}`
  if (format === 'json') return { mediaType: 'application/json', name: `${name}.json`, content: journalJson(journal) }
  if (format === 'csv') return { mediaType: csvType, name: `${name}.csv`, content: journalCsv(journal.entries) }
  // DATEV recognizes its files by the beginning of their names.
  return {
    mediaType: 'text/csv; charset=windows-1252',
    name: `EXTF_Buchungsstapel_${from}_${to}.csv`,
    content: datevOf(journal),
  }
}

const csvType = 'text/csv; charset=utf-8'

type Cell = string | number | null

/** The columns of the journal. Amounts are decimals as text. */
const columns: Readonly<Record<string, (entry: BookedEntry) => Cell>> = {
  date: ({ date }) => date,
  kind: ({ kind }) => kind,
  document: ({ document }) => document,
  client_id: ({ clientId }) => clientId,
  client: ({ clientName }) => clientName,
  debtor_account: ({ debtorAccount }) => debtorAccount,
  contra_account: ({ contraAccount }) => contraAccount,
  currency: ({ currency }) => currency,
  net: ({ net }) => net,
  tax: ({ tax }) => tax,
  gross: ({ gross }) => gross,
  tax_category: ({ category }) => category,
  tax_percent: ({ percent }) => (percent === null ? null : Number(percent)),
  tax_key: ({ taxKey }) => taxKey,
  method: ({ method }) => method,
  text: ({ reference }) => reference,
}

const amounts = new Set(['net', 'tax', 'gross'])
const names = Object.keys(columns)
const cellsOf = (entry: BookedEntry) => Object.entries(columns).map(([name, cell]) => [name, cell(entry)] as const)

/** RFC 4180, in UTF-8. A string that a spreadsheet could run as a formula gets an apostrophe. */
const journalCsv = (entries: readonly BookedEntry[]): string =>
  [names, ...entries.map((entry) => cellsOf(entry).map(([name, cell]) => csvCell(name, cell)))]
    .map((cells) => `${cells.join(',')}\r\n`)
    .join('')

function csvCell(name: string, cell: Cell): string {
  const text = String(cell ?? '')
  const safe = typeof cell === 'string' && !amounts.has(name) && formulaLike.test(text) ? `'${text}` : text
  return /[",\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

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

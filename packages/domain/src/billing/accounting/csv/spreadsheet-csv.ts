import type { BookedEntry } from '../book-entries.ts'
import { csvOf, csvText } from './csv-text.ts'
import { amounts, columnNames, columns } from './journal-columns.ts'
import { english, french, german } from './journal-words.ts'
import type { Words } from './journal-words.ts'

const wordsOf: Readonly<Record<string, Words>> = { de: german, fr: french }

/** Excel reads UTF-8 only with it. */
const byteOrderMark = '\uFEFF'

/** A file that a spreadsheet of a language and region opens. Other languages have English words. */
export function spreadsheetCsv(entries: readonly BookedEntry[], locale: string): string {
  const { heads, kinds } = wordsOf[new Intl.Locale(locale).language] ?? english
  const decimal = new Intl.NumberFormat(locale).format(0.5).includes(',') ? ',' : '.'
  const rows = entries.map((entry) =>
    columnNames.map((name) => {
      if (name === 'kind') return kinds[entry.kind]
      const text = csvText([name, columns[name](entry)])
      return amounts.has(name) || name === 'tax_percent' ? text.replace('.', decimal) : text
    }),
  )
  // Spreadsheets of regions with a decimal comma separate cells with semicolons.
  return `${byteOrderMark}${csvOf([columnNames.map((name) => heads[name]), ...rows], decimal === ',' ? ';' : ',')}`
}

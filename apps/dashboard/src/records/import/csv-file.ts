import { formulaLike } from '@matterbase/schemas/formula-like'
import Papa from 'papaparse'
import { firmFormat } from '../../api/firm-format.ts'
import { decodeText } from './decode-text.ts'
import { isExport } from './exported.ts'

export interface CsvRow {
  /** The line of the file where the row begins. The first line is 1. */
  readonly line: number
  readonly cells: readonly string[]
}

export interface CsvFile {
  readonly name: string
  readonly header: readonly string[]
  readonly rows: readonly CsvRow[]
  /** `UTF-8, separated by semicolons` */
  readonly format: string
  readonly delimiter: string
  /** True if Matterbase exported the file, so that its IDs are IDs of records. */
  readonly isExported: boolean
}

/** @throws Error when the file is not a table. */
export async function readCsv(file: File): Promise<CsvFile> {
  return readCsvText(file.name, new Uint8Array(await file.arrayBuffer()))
}

const delimiters = { '\t': 'tabs', ';': 'semicolons', ',': 'commas', '|': 'bars' } as const

/** @throws Error when the bytes are not a table. */
export function readCsvText(name: string, bytes: Uint8Array): CsvFile {
  if (bytes[0] === 0x50 && bytes[1] === 0x4b)
    throw new Error(
      'This is a workbook, not a CSV file. Save it as “CSV UTF-8” in your spreadsheet and choose that file.',
    )
  const { text, encoding } = decodeText(bytes, firmFormat().locale)
  if (text.includes('\0'))
    throw new Error('This is not a text file. Save the table as “CSV UTF-8” and choose that file.')
  // Spreadsheets write how cells are separated into a line of its own.
  const [hint = '', , separator] = /^("?)sep=(.)\1[;,\t|]*(?:\r\n|\n|\r|$)/i.exec(text) ?? []
  const delimiter = separator ?? delimiterOf(text)
  const rows = rowsOf(text.slice(hint.length), delimiter, hint === '' ? 1 : 2)
  const [first, ...rest] = rows
  if (!first || rest.length === 0) throw new Error('The file has no rows below its first line.')
  const header = first.cells.map((cell) => cell.trim())
  return {
    name,
    header,
    rows: rest.map(({ line, cells }) => ({ line, cells: cells.map(withoutGuard) })),
    format: `${encoding}, separated by ${Object.entries(delimiters).find(([sign]) => sign === delimiter)?.[1] ?? delimiter}`,
    delimiter,
    isExported: isExport(header),
  }
}

/** The sign that separates the names in the first line. */
function delimiterOf(text: string): string {
  const [line = ''] = /^(?:"(?:[^"]|"")*"|[^"\r\n])*/.exec(text.trimStart()) ?? []
  const names = line.replaceAll(/"(?:[^"]|"")*"/g, '')
  const counts = Object.keys(delimiters).map((sign) => ({ sign, count: names.split(sign).length }))
  const [most] = counts.toSorted((a, b) => b.count - a.count)
  return most && most.count > 1 ? most.sign : ','
}

/** @throws Error when a quotation mark is missing. */
function rowsOf(text: string, delimiter: string, firstLine: number): CsvRow[] {
  const { data, errors } = Papa.parse<string[]>(text, { delimiter })
  let line = firstLine
  const rows = data.map((cells) => {
    const row = { line, cells }
    line += 1 + (cells.join(' ').match(/\r\n|\n|\r/g)?.length ?? 0)
    return row
  })
  const broken = errors.find(({ type }) => type === 'Quotes')
  if (broken) {
    const at = rows[broken.row ?? 0]?.line ?? firstLine
    throw new Error(
      broken.code === 'MissingQuotes'
        ? `Line ${at} has a quotation mark that is not closed.`
        : `Line ${at} has text after a closing quotation mark. Write a quotation mark inside a quoted cell twice.`,
    )
  }
  return rows.filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
}

/** The export adds an apostrophe before text that a spreadsheet would read as a formula. */
const withoutGuard = (cell: string) => (cell.startsWith("'") && formulaLike.test(cell) ? cell.slice(1) : cell)

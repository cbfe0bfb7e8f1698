import { formulaLike } from '@matterbase/schemas/formula-like'
import Papa from 'papaparse'

export interface CsvFile {
  readonly name: string
  readonly header: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

/** @throws Error when the file is no table. */
export async function readCsv(file: File): Promise<CsvFile> {
  const { data, errors } = Papa.parse<string[]>(textOf(await file.arrayBuffer()), { skipEmptyLines: 'greedy' })
  const broken = errors.find(({ type }) => type === 'Quotes')
  if (broken) throw new Error(`Line ${(broken.row ?? 0) + 1} has a quotation mark that is not closed.`)
  const [header, ...rows] = data
  if (!header || rows.length === 0) throw new Error('The file has no rows below its first line.')
  return { name: file.name, header: header.map((name) => name.trim()), rows: rows.map((row) => row.map(withoutGuard)) }
}

/** UTF-8, or what older spreadsheets write. */
function textOf(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** The export puts an apostrophe before what a spreadsheet would read as a formula. */
const withoutGuard = (cell: string) => (cell.startsWith("'") && formulaLike.test(cell) ? cell.slice(1) : cell)

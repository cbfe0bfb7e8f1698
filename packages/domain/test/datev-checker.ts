import { datevColumns } from '../src/billing/accounting/datev/datev-columns.ts'

// The rules of the DATEV format, header version 700, category 21, format version 13: written from the public list of
// fields, and not from our code.

const quoted = (pattern: string) => new RegExp(`^"${pattern}"$`)
const empty = /^$/
const emptyText = /^(?:"")?$/

/** The fields of the first line, in order. */
const headFields: readonly RegExp[] = [
  quoted('EXTF'),
  /^700$/,
  /^21$/,
  quoted('Buchungsstapel'),
  /^13$/,
  /^20\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])(?:[01]\d|2[0-3])[0-5]\d[0-5]\d\d{3}$/,
  empty,
  quoted(String.raw`\w{0,2}`),
  quoted(String.raw`\w{0,25}`),
  quoted(String.raw`\w{0,25}`),
  /^(?:\d{4,6}|[1-9]\d{6})$/,
  /^[1-9]\d{0,4}$/,
  /^20\d{6}$/,
  /^[4-8]$/,
  /^20\d{6}$/,
  /^20\d{6}$/,
  quoted(String.raw`[\w.\-/ ]{0,30}`),
  quoted('(?:[A-Z]{2}){0,2}'),
  /^[12]$/,
  /^(?:0|30|40|50|64)$/,
  /^[01]$/,
  quoted('[A-Z]{3}'),
  empty,
  emptyText,
  empty,
  empty,
  quoted(String.raw`(?:\d{2}){0,2}`),
  empty,
  empty,
  emptyText,
  quoted('.{0,16}'),
]

/** The fields of an entry that may be filled, by the number of the field. All others are empty. */
const entryFields: Readonly<Record<number, RegExp>> = {
  1: /^\d{1,10},\d{2}$/,
  2: quoted('[SH]'),
  3: quoted('[A-Z]{3}'),
  7: /^[1-9]\d{0,8}$/,
  8: /^[1-9]\d{0,8}$/,
  9: /^(?:"\d{1,4}")?$/,
  10: /^(?:0[1-9]|[12]\d|3[01])(?:0[1-9]|1[0-2])$/,
  11: /^(?:"[a-zA-Z0-9$&%*+\-/]{0,36}")?$/,
  14: quoted(String.raw`(?:[^"\p{Cc}]|""){0,60}`),
  21: /^(?:".{0,20}")?$/,
  22: /^(?:".{0,210}")?$/,
  40: /^(?:"[A-Z]{2}[A-Z0-9]{1,13}")?$/,
}

export interface CheckedEntry {
  /** In cents: positive for S, negative for H. */
  readonly gross: number
  readonly account: string
  readonly contraAccount: string
  readonly taxKey: string
  /** `YYYY-MM-DD`, with the year of the period. */
  readonly date: string
  readonly document: string
  readonly text: string
  readonly info: string
  readonly vatId: string
}

/** Reads a DATEV file. @throws Error for the first field that the format does not allow. */
export function checkDatev(bytes: Uint8Array): readonly CheckedEntry[] {
  const text = new TextDecoder('windows-1252', { fatal: true }).decode(bytes)
  if (bytes.length !== text.length) throw new Error('not one byte for each character')
  if (!text.endsWith('\r\n') || /[^\r]\n|\r[^\n]/.test(text)) throw new Error('lines must end with CRLF')
  const [head = '', titles = '', ...lines] = text.slice(0, -2).split('\r\n')
  const headCells = cellsOf(head)
  if (headCells.length !== headFields.length) throw new Error(`the header has ${headCells.length} fields`)
  for (const [at, pattern] of headFields.entries()) requireMatch(pattern, headCells[at], `header ${at + 1}`)
  const [year = '', length = '', from = '', to = ''] = headCells.slice(12, 16)
  if (!(year <= from && from <= to)) throw new Error('the period is not in the fiscal year')
  if (Number(to) >= Number(year) + 10_000) throw new Error('the period is in two fiscal years')
  if (titles !== datevColumns.join(';') || datevColumns.length !== 125) throw new Error('the titles differ')
  return lines.map((line) => checkEntry(line, { from, to, length: Number(length) }))
}

interface Head {
  readonly from: string
  readonly to: string
  readonly length: number
}

function checkEntry(line: string, { from, to, length }: Head): CheckedEntry {
  const cells = cellsOf(line)
  if (cells.length !== 125) throw new Error(`an entry has ${cells.length} fields`)
  for (const [at, cell] of cells.entries()) requireMatch(entryFields[at + 1] ?? empty, cell, `field ${at + 1}`)
  const cell = (field: number) => cells[field - 1] ?? ''
  const cents = Number(cell(1).replace(',', ''))
  if (cents === 0) throw new Error('an entry of 0')
  if (cell(7).length !== length + 1 || !/^[1-6]/.test(cell(7))) throw new Error(`${cell(7)} is not a debtor account`)
  if (cell(8).length !== length) throw new Error(`${cell(8)} is not an account of ${length} digits`)
  const [day, month] = [cell(10).slice(0, 2), cell(10).slice(2)]
  const years = [from.slice(0, 4), to.slice(0, 4)]
  const date = years.map((one) => `${one}${month}${day}`).find((one) => one >= from && one <= to)
  if (date === undefined) throw new Error(`${cell(10)} is not in the period`)
  return {
    gross: cell(2) === '"S"' ? cents : -cents,
    account: cell(7),
    contraAccount: cell(8),
    taxKey: unquoted(cell(9)),
    date: `${date.slice(0, 4)}-${month}-${day}`,
    document: unquoted(cell(11)),
    text: unquoted(cell(14)),
    info: unquoted(cell(22)),
    vatId: unquoted(cell(40)),
  }
}

function requireMatch(pattern: RegExp, cell: string | undefined, name: string) {
  if (!new RegExp(pattern.source, 'u').test(cell ?? '')) throw new Error(`${name} is ${cell}`)
}

const unquoted = (cell: string) => cell.replace(/^"|"$/g, '').replaceAll('""', '"')

/** Splits at semicolons that are not in quotes. */
const cellsOf = (line: string): string[] =>
  line
    .match(/(?:^|;)(?:"(?:[^"]|"")*"|[^";]*)/g)
    ?.map((cell, at) => (at === 0 && !line.startsWith(';') ? cell : cell.slice(1))) ?? []

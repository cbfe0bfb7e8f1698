import type { CsvFile } from './csv-file.ts'
import type { Cell as CellKind } from '@matterbase/schemas'
import type { Resource } from '../../records/resource.ts'

/** The field that each column goes to; '' for none. */
export type Mapping = readonly string[]

type Cell = string | number | boolean
export type Item = Readonly<Record<string, Cell>>

/** A further column of exported files; a record without an external_id is found by it. */
export const idField = 'id'

const plain = (name: string) => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '_')

/** What other programs call the same. */
const synonyms: Readonly<Record<string, readonly string[]>> = {
  mail: ['email'],
  e_mail: ['email'],
  email_address: ['email'],
  e_mail_address: ['email'],
  company: ['company_name'],
  organisation: ['company_name'],
  organization: ['company_name'],
  contact: ['contact_person'],
  contact_name: ['contact_person'],
  name: ['title', 'company_name'],
  matter: ['title', 'case_id'],
  telephone: ['phone'],
  tel: ['phone'],
  mobile: ['phone'],
  url: ['website'],
  web: ['website'],
  case_number: ['official_case_number'],
  hours: ['duration'],
  time: ['duration'],
  reference: ['external_id'],
  ref: ['external_id'],
  opened: ['start_date'],
  closed: ['end_date'],
}

/** Matches columns to fields of the same name, or one that means the same, ignoring case and punctuation. */
export function guessMapping({ header }: CsvFile, { cells }: Resource): Mapping {
  const fields = [...Object.keys(cells), idField]
  const taken = new Set<string>()
  return header.map((name) => {
    const wanted = synonyms[plain(name)] ?? [plain(name)]
    const field = fields.find((each) => wanted.includes(each) && !taken.has(each)) ?? ''
    if (field) taken.add(field)
    return field
  })
}

/** The rows as the API takes them. An empty cell changes nothing. */
export function itemsOf({ rows }: CsvFile, mapping: Mapping, { cells }: Resource): readonly Item[] {
  return rows.map((row) => {
    const entries = mapping.flatMap<[string, Cell]>((field, column) => {
      const cell = row[column] ?? ''
      return field === '' || cell === '' ? [] : [[field, valueOf(cell, field === idField ? 'number' : cells[field])]]
    })
    return Object.fromEntries(entries)
  })
}

/** What is no number, or neither yes nor no, is left to the server to refuse. */
function valueOf(cell: string, kind: CellKind | undefined): Cell {
  if (kind === 'number') return /^\s*\d+(?:\.\d+)?(?:e[+-]?\d+)?\s*$/i.test(cell) ? Number(cell) : cell
  if (kind === 'boolean') {
    if (/^\s*(?:true|yes|1)\s*$/i.test(cell)) return true
    if (/^\s*(?:false|no|0)\s*$/i.test(cell)) return false
  }
  return cell
}

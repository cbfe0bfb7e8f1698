import type { Cell as CellKind } from '@matterbase/schemas'
import type { Resource } from '../resource.ts'
import type { CsvFile, CsvRow } from './csv-file.ts'
import { fieldsOf } from './heads.ts'
import { readCell } from './read-cell.ts'
import type { Cell } from './read-cell.ts'

/** The field of each column. Empty for none. */
export type Mapping = readonly string[]

export type Item = Readonly<Record<string, Cell>>

/** A column of exported files. It finds records without an external_id. */
const idField = 'id'

/** More fields of a client: the name in two columns. */
const ofClients = { first_name: 'text', last_name: 'text' } as const

/** Columns that name the client or the matter of a record in place of the ID. */
const ofMatters = { client_external_id: 'text', client_name: 'text' } as const
const ofWork = { ...ofMatters, case_external_id: 'text', case_number: 'text', case_title: 'text' } as const

const moreFields: Readonly<Partial<Record<Resource['path'], Readonly<Record<string, CellKind>>>>> = {
  clients: ofClients,
  matters: ofMatters,
  'time-entries': ofWork,
  expenses: ofWork,
}

/** The fields that columns can be mapped to, with the kind of their cells. */
export function importFields({ path, cells }: Resource, { isExported }: Pick<CsvFile, 'isExported'>) {
  return { ...cells, ...moreFields[path], ...(isExported && { [idField]: 'id' as const }) }
}

/** Maps columns to fields of the same name. In files of other programs, synonyms match too. */
export function guessMapping(file: CsvFile, resource: Resource): Mapping {
  const fields = importFields(resource, file)
  if (file.isExported) return file.header.map((name) => (Object.hasOwn(fields, name) ? name : ''))
  const candidates = file.header.map((name) => fieldsOf(name).filter((field) => Object.hasOwn(fields, field)))
  const mapping = file.header.map(() => '')
  const take = (column: number, field: string | undefined) => {
    if (field !== undefined && mapping[column] === '' && !mapping.includes(field)) mapping[column] = field
  }
  // An exact name wins over a synonym, and a unique synonym over an ambiguous one.
  candidates.forEach(([field], column) => {
    if (field?.replaceAll('_', ' ') === file.header[column]?.toLowerCase().replaceAll('_', ' ')) take(column, field)
  })
  candidates.forEach((all, column) => {
    if (new Set(all).size === 1) take(column, all[0])
  })
  candidates.forEach((all, column) => {
    const isSurname = all.includes('last_name') && mapping.includes('first_name') && !mapping.includes('last_name')
    take(column, isSurname ? 'last_name' : all.find((field) => !mapping.includes(field)))
  })
  return mapping
}

/** A row in the form of the API, or the reason why it cannot be read. */
export interface ReadRow {
  readonly line: number
  readonly item: Item
  readonly problem?: string
}

/** The rows of a file. An empty cell changes nothing. */
export function itemsOf(file: CsvFile, mapping: Mapping, resource: Resource): readonly ReadRow[] {
  const fields: Readonly<Record<string, CellKind>> = importFields(resource, file)
  const createdAt = file.isExported ? file.header.indexOf('created_at') : -1
  return file.rows.map((row) => {
    const tooMany = surplusOf(row, file)
    if (tooMany !== undefined) return { line: row.line, item: {}, problem: tooMany }
    const problems: string[] = []
    const read = (field: string, column: number, kind: CellKind): [string, Cell][] => {
      const cell = row.cells[column] ?? ''
      if (field === '' || cell === '') return []
      const reading = readCell(cell, kind, { values: resource.values[field] ?? [], file })
      if (reading.value === undefined) problems.push(`${field} “${cell.trim()}”: ${reading.message}`)
      return reading.value == null ? [] : [[field, reading.value]]
    }
    const values = Object.fromEntries(mapping.flatMap((field, column) => read(field, column, fields[field] ?? 'text')))
    // An ID alone could be that of another workspace's record.
    if (Object.hasOwn(values, idField))
      Object.assign(values, Object.fromEntries(read('created_at', createdAt, 'moment')))
    const item = withName(values)
    return problems.length > 0 ? { line: row.line, item, problem: problems.join(' ') } : { line: row.line, item }
  })
}

/** Spreadsheets add empty cells at the end of lines. Other cells without a column are an error. */
function surplusOf({ cells }: CsvRow, { header }: CsvFile): string | undefined {
  if (cells.slice(header.length).every((cell) => cell.trim() === '')) return undefined
  return `has ${cells.length} cells, the first line has ${header.length}`
}

/** A contact from the columns of the first and the last name. */
function withName({ first_name: first, last_name: last, ...rest }: Item): Item {
  const name = [first, last].filter((part) => part !== undefined).join(' ')
  return { ...(name !== '' && { contact_person: name }), ...rest }
}

import { findNamed } from '@matterbase/domain'
import type { NamedBy, Tx } from '@matterbase/domain'
import type { ErrorDetail, Relations } from '@matterbase/schemas'
import { validationFailed } from '../../http/errors/api-error.ts'
import type { ApiError } from '../../http/errors/api-error.ts'

type Row = Readonly<Record<string, unknown>>

interface LinkColumn extends NamedBy {
  readonly relation: 'client' | 'case'
  /** The text of a refusal: `matter with the number`. */
  readonly what: string
}

/** Columns of a file that name a related record in the words of people and other programs, in place of its ID. */
const linkColumns: Readonly<Record<string, LinkColumn>> = {
  client_external_id: {
    relation: 'client',
    table: 'clients',
    by: 'external_id',
    what: 'client with the external_id',
  },
  client_name: { relation: 'client', table: 'clients', by: 'name', what: 'client with the name' },
  case_external_id: { relation: 'case', table: 'matters', by: 'external_id', what: 'matter with the external_id' },
  case_number: { relation: 'case', table: 'matters', by: 'number', what: 'matter with the number' },
  case_title: { relation: 'case', table: 'matters', by: 'name', what: 'matter with the title' },
}

export type LinkedRow = { readonly item: unknown } | { readonly error: ApiError }

const isRow = (item: unknown): item is Row => typeof item === 'object' && item !== null && !Array.isArray(item)

const nameIn = (item: unknown, column: string): string => {
  const value = isRow(item) && Object.hasOwn(item, column) ? item[column] : undefined
  return typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : ''
}

/** The rows with the IDs of the records that they name, or why a row names none. */
export async function linkRows(tx: Tx, items: readonly unknown[], relations: Relations): Promise<readonly LinkedRow[]> {
  const columns = Object.entries(linkColumns).filter(([, { relation }]) => Object.hasOwn(relations, relation))
  const found = new Map<string, ReadonlyMap<string, readonly number[]>>()
  for (const [column, named] of columns)
    found.set(
      column,
      await findNamed(
        tx,
        named,
        items.map((item) => nameIn(item, column)),
      ),
    )
  return items.map((item): LinkedRow => {
    if (!isRow(item)) return { item }
    const row: Record<string, unknown> = { ...item }
    const details: ErrorDetail[] = []
    for (const [column, { relation, what }] of columns) {
      const name = nameIn(item, column)
      delete row[column]
      if (name === '') continue
      const [id, another] = found.get(column)?.get(name) ?? []
      const idColumn = relations[relation]?.column ?? ''
      const before = row[idColumn] ?? undefined
      if (id === undefined) details.push(missing(column, what, name))
      else if (another !== undefined) details.push(ambiguous(column, what, name))
      else if (before !== undefined && before !== id) details.push(differs(column, idColumn))
      else row[idColumn] = id
    }
    return details.length > 0 ? { error: validationFailed(details) } : { item: row }
  })
}

const quoted = (name: string) => JSON.stringify(name.slice(0, 64).toWellFormed())

const missing = (field: string, what: string, name: string): ErrorDetail => ({
  field,
  code: 'not_found',
  message: `there is no ${what} ${quoted(name)} in this workspace. Import it first`,
})

const ambiguous = (field: string, what: string, name: string): ErrorDetail => ({
  field,
  code: 'ambiguous',
  message: `there is more than one ${what} ${quoted(name)}. Use the external_id`,
})

const differs = (field: string, column: string): ErrorDetail => ({
  field,
  code: 'mismatch',
  message: `is another record than ${column} or another column of the row. Keep one of them`,
})

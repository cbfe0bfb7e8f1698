import { identifier, Prisma } from '@matterbase/db'

/** A sort order: the expression of an index, never null, and its type. */
export interface SortKey {
  readonly key: Prisma.Sql
  readonly type: 'text' | 'int' | 'bigint' | 'uuid' | 'numeric' | 'date' | 'timestamptz'
  /** It is the name of what the records refer to. */
  readonly related?: Related
}

export interface Related {
  readonly table: 'clients' | 'matters'
  /** The column that refers to it. */
  readonly column: string
  /** Its name, as its own list is sorted by. */
  readonly name: Prisma.Sql
}

export type SortKeys = Readonly<Record<string, SortKey>>

/** A column that is never null, as it is. */
export const byColumn = (name: string, type: SortKey['type']): SortKey => ({ key: identifier(name), type })

/** The first text with a value, for sorting names: without regard to case, with Ä next to A. */
export function byName(...texts: readonly (string | Prisma.Sql)[]): SortKey {
  const columns = texts.map((text) => (typeof text === 'string' ? identifier(text) : text))
  const name = Prisma.join([...columns, Prisma.sql`''`])
  // A letter and its accent are two characters then; the length is bounded as an entry of an index is.
  return { key: Prisma.sql`left(lower(normalize(coalesce(${name}), NFKD)), 100) COLLATE "C"`, type: 'text' }
}

/** A day, those without one after all others. */
export const byDay = (column: string): SortKey => ({
  key: Prisma.sql`coalesce(${identifier(column)}, 'infinity'::date)`,
  type: 'date',
})

/** A number that is never negative, those without one before all others. */
export const byNumber = (number: string | Prisma.Sql): SortKey => ({
  key: Prisma.sql`coalesce(${typeof number === 'string' ? identifier(number) : number}, -1)`,
  type: 'numeric',
})

export const clientName = byName('company_name', 'contact_person', 'email')
export const matterTitle = byName('title')

/** The name of the client that a column refers to; those without a client come before all others. */
export const byClient = (column: string): SortKey => ({
  key: Prisma.sql`related_name`,
  type: 'text',
  related: { table: 'clients', column, name: clientName.key },
})

/** The same of a matter. */
export const byMatter = (column: string): SortKey => ({
  key: Prisma.sql`related_name`,
  type: 'text',
  related: { table: 'matters', column, name: matterTitle.key },
})

import { z } from 'zod'
import { pluralOf } from './crud/crud-texts.ts'
import type { Field } from './fields/fields.ts'
import { eachRecord, tableOf } from './records.ts'
import type { RecordContracts, RecordName } from './records.ts'
import type { Scope } from './operations/scopes.ts'

/** How a cell of an imported file is read. An `id` is digits only; `hours` are a duration; a `country` can be a name. */
export type Cell = 'text' | 'number' | 'money' | 'hours' | 'id' | 'boolean' | 'day' | 'moment' | 'choice' | 'country'

const cellKinds = { flag: 'boolean', day: 'day', timestamp: 'moment', reference: 'id' } as const

/** Numbers that are not amounts of money. */
const numbers: Readonly<Record<string, Cell>> = { duration: 'hours', estimated_hours: 'number', quantity: 'number' }

/** Facts about a kind of record for the dashboard at run time, which does not load the schemas. */
export interface RecordFacts<P extends string = RecordContracts[RecordName]['path']> {
  readonly path: P
  /** Where they are in the database: `time_entries` */
  readonly table: string
  /** `time entry` */
  readonly one: string
  /** `time entries` */
  readonly many: string
  /** `Time entries` */
  readonly label: string
  readonly read: Scope
  readonly write: Scope
  /** Without maps, which files have no cells for. */
  readonly cells: Readonly<Record<string, Cell>>
  /** The values of each field that has a few. */
  readonly values: Readonly<Record<string, readonly string[]>>
}

export const recordFacts = eachRecord(({ path, noun, tag, fields, operations }) => ({
  path,
  table: tableOf(path),
  one: noun,
  many: pluralOf(noun),
  label: tag.name,
  read: operations.list.scope,
  write: operations.create.scope,
  cells: Object.fromEntries(
    Object.entries<Field>(fields)
      .filter(([, { kind }]) => kind !== 'map')
      .map(([name, field]) => [name, cellOf(name, field)]),
  ),
  values: Object.fromEntries(
    Object.entries<Field>(fields).flatMap(([name, field]) => {
      const values = valuesOf(field)
      return values ? [[name, values]] : []
    }),
  ),
})) satisfies Record<RecordName, RecordFacts>

function cellOf(name: string, field: Field): Cell {
  const { kind } = field
  if (kind === 'number') return numbers[name] ?? 'money'
  if (name === 'country') return 'country'
  if (kind in cellKinds) return cellKinds[kind as keyof typeof cellKinds]
  return valuesOf(field) ? 'choice' : 'text'
}

function valuesOf({ output }: Field): readonly string[] | undefined {
  const inner = output instanceof z.ZodNullable ? output.unwrap() : output
  return inner instanceof z.ZodEnum ? inner.options.map(String) : undefined
}

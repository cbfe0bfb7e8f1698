import { pluralOf } from './crud/crud-texts.ts'
import type { Field } from './fields/fields.ts'
import { eachRecord, tableOf } from './records.ts'
import type { RecordContracts, RecordName } from './records.ts'
import type { Scope } from './operations/scopes.ts'

/** How a cell of an imported file is read; everything that is no number or yes-or-no is text. */
export type Cell = 'text' | 'number' | 'boolean'

/** What the dashboard knows of a kind of record at run time, where no schema is shipped. */
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
  readonly cells: Readonly<Record<string, Cell>>
}

export const recordFacts = eachRecord(({ path, noun, tag, fields, operations }) => ({
  path,
  table: tableOf(path),
  one: noun,
  many: pluralOf(noun),
  label: tag.name,
  read: operations.list.scope,
  write: operations.create.scope,
  cells: Object.fromEntries(Object.entries<Field>(fields).map(([name, field]) => [name, cellOf(field)])),
})) satisfies Record<RecordName, RecordFacts>

function cellOf({ output }: Field): Cell {
  const { type } = ('unwrap' in output && typeof output.unwrap === 'function' ? output.unwrap() : output).def
  return type === 'number' || type === 'boolean' ? type : 'text'
}

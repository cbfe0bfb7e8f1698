import type { ColumnKind } from '@matterbase/db'
import type { Deriveds, Fields } from '@matterbase/schemas'

/** What is answered of a record, in its order. */
export const columnsOf = (fields: Fields, derived: Deriveds): Readonly<Record<string, ColumnKind>> => ({
  id: 'plain',
  ...Object.fromEntries(
    Object.entries(fields).map(([name, { kind }]) => [name, kind === 'timestamp' ? kind : 'plain'] as const),
  ),
  created_at: 'timestamp',
  updated_at: 'timestamp',
  ...Object.fromEntries(
    Object.entries(derived).map(([name, { fallback = [] }]) => [name, { orElse: fallback }] as const),
  ),
})

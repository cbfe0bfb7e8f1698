import { z } from 'zod'
import type { Operation } from '../operations/operation.ts'

/** What a list of the dashboard can be sorted by: each of these, and with `-` before it the other way round. */
export const sortBy = <const N extends string>(...names: readonly N[]) =>
  z.enum(names.flatMap((name) => [name, `-${name}`] as const)).optional()

/** A list as the dashboard asks for it: people sort by more than programs do. */
export function sortable<O extends Operation<string>>(operation: O): O {
  const { query, sortedBy = [] } = operation
  if (!query || sortedBy.length === 0) return operation
  return { ...operation, query: query.safeExtend({ sort: sortBy('id', 'created_at', 'updated_at', ...sortedBy) }) }
}

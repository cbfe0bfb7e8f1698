import { z } from 'zod'
import { bothWays, sortNames } from '../fields/lists.ts'
import type { Operation } from '../operations/operation.ts'

/** The sort orders of a list in the dashboard. */
export const sortBy = <const N extends string>(...names: readonly N[]) => z.enum(bothWays(names)).optional()

/** A list as the dashboard asks for it: people sort by more than programs do. */
export function sortable<O extends Operation<string>>(operation: O): O {
  const { query, sortedBy = [] } = operation
  if (!query || sortedBy.length === 0) return operation
  return { ...operation, query: query.safeExtend({ sort: sortBy(...sortNames, ...sortedBy) }) }
}

import { z } from 'zod'
import { sorts } from '../fields/lists.ts'
import type { Operation } from '../operations/operation.ts'

/** A list as the dashboard asks for it: people sort by more than programs do. */
export function sortable<O extends Operation<string>>(operation: O): O {
  const { query, sortedBy = [] } = operation
  if (!query || sortedBy.length === 0) return operation
  const sort = z.enum([...sorts, ...sortedBy.flatMap((name) => [name, `-${name}`])]).optional()
  return { ...operation, query: query.safeExtend({ sort }) }
}

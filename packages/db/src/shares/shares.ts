import type { QueryResult } from 'pg'
import type { Statement } from '../client/sql.ts'
import { askingTogether } from './together.ts'
import { createTurns } from './turns.ts'
import type { Take } from './turns.ts'

/** A workspace's share of the pool, so that a busy workspace does not delay the others. */
export interface Shares {
  /** Reading what an index finds at once, such as a record by its id. */
  readonly one: Take<number>
  /** Reading what may take long, such as lists and searches; it does not hold up `one`. */
  readonly many: ReturnType<typeof askingTogether<Statement, QueryResult>>
  readonly writes: Take<number>
  /** How long a statement of `many` may take. */
  readonly manyMs: number
}

export interface ShareOptions {
  /** How long a statement that reads many rows may take. Default 5 s. */
  readonly manyMs?: number
  /** How long a statement or write may wait for its turn. Default 10 s. */
  readonly patienceMs?: number
}

// Waiting requests only cost memory. More than this would not be done in time.
const longest = 500
// Two, so that one gets ready while the other commits: more would only hold connections that others need.
const writersAtOnce = 2

/** A third of the connections at most for each workspace's reads of a kind, two thirds for those of all workspaces. */
export function sharesOf(poolSize: number, { manyMs = 5_000, patienceMs = 10_000 }: ShareOptions): Shares {
  const each = Math.max(1, Math.floor(poolSize / 3))
  const reads = { places: Math.max(1, Math.floor((poolSize * 2) / 3)), each, longest, patienceMs, isBrisk: true }
  return {
    one: createTurns({ kind: 'read', ...reads }),
    many: askingTogether(createTurns({ kind: 'list', ...reads })),
    writes: createTurns({ kind: 'write', each: writersAtOnce, longest, patienceMs, isBrisk: true }),
    manyMs,
  }
}

import { Pool } from 'pg'
import type { PoolConfig } from 'pg'
import { createTurns } from './turns.ts'
import type { Take } from './turns.ts'

/** For what is read long, as it was at one moment: connections of its own, so that it takes nobody else's. */
export interface Snapshots {
  readonly pool: Pool
  /** By account. Whoever finds no place is refused at once. */
  readonly take: Take<string>
}

const places = 4
const each = 2

export function snapshotsOf(config: PoolConfig): Snapshots {
  const pool = new Pool({ ...config, max: places })
  return { pool, take: createTurns({ places, each, longest: 0 }) }
}

import { Pool } from 'pg'
import type { PoolConfig } from 'pg'
import type { Replica } from './replica.ts'
import { createTurns } from './turns.ts'
import type { Take } from './turns.ts'

/** For what is read long, as it was at one moment: connections of its own, so that it takes nobody else's. */
export interface Snapshots {
  readonly pool: Pool
  /** Read in place of the primary, while it can be. */
  readonly replica: Replica | undefined
  /** By account. Whoever finds no place is refused at once. */
  readonly take: Take<string>
}

export const snapshotPlaces = 4
const each = 2

export function snapshotsOf(config: PoolConfig, replica: Replica | undefined): Snapshots {
  const pool = new Pool({ ...config, max: snapshotPlaces })
  return { pool, replica, take: createTurns({ places: snapshotPlaces, each, longest: 0 }) }
}

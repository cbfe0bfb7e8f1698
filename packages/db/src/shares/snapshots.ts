import { Pool } from 'pg'
import type { PoolConfig } from 'pg'
import type { Replica } from './replica.ts'
import { createTurns } from './turns.ts'
import type { Take } from './turns.ts'

/** Long reads of one moment. They have connections of their own, so that they take none from others. */
export interface Snapshots {
  readonly pool: Pool
  /** Read in place of the primary, while it can be. */
  readonly replica: Replica | undefined
  /** Places by account. Without a free place, the caller is refused. */
  readonly take: Take<string>
}

export const snapshotPlaces = 4
const each = 2

/** A place is free a moment after the end of its response, and the next request of the same client may come earlier. */
const whileOneEnds = { longest: 1, patienceMs: 1_000 }

export function snapshotsOf(config: PoolConfig, replica: Replica | undefined): Snapshots {
  const pool = new Pool({ ...config, max: snapshotPlaces })
  return { pool, replica, take: createTurns({ kind: 'export', places: snapshotPlaces, each, ...whileOneEnds }) }
}

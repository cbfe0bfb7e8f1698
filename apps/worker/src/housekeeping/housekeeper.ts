import type { Db } from '@matterbase/db'
import type { Logger } from 'pino'
import { expireLeases, holdDeliveries, releaseHeld, replayBatch } from '../deliveries/sweeps.ts'
import { createLoop } from '../runtime/loop.ts'
import type { Loop } from '../runtime/loop.ts'

export interface HousekeeperDeps {
  db: Db
  log: Logger
  everyMs: number
}

const rowsAtOnce = 1_000

/** Recovers expired leases, holds and releases deliveries of disabled and enabled endpoints, and carries out replays. */
export function createHousekeeper({ db, log, everyMs }: HousekeeperDeps): Loop {
  async function turn(): Promise<boolean> {
    const [expired, held] = [await expireLeases(db, rowsAtOnce), await holdDeliveries(db, rowsAtOnce)]
    if (expired > 0) log.warn({ count: expired }, 'deliveries of a lost worker are due again')
    if (held > 0) log.info({ count: held }, 'deliveries of disabled endpoints are held')
    const [isReleasing, isReplaying] = [await releaseHeld(db), await replayBatch(db)]
    return expired >= rowsAtOnce || held >= rowsAtOnce || isReleasing || isReplaying
  }

  return createLoop(turn, {
    everyMs,
    leastMs: 100,
    onError: (error) => log.warn({ err: error }, 'housekeeping failed'),
  })
}

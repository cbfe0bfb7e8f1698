import { warnSeldom } from '@matterbase/config'
import type { Db } from '@matterbase/db'
import type { Logger } from 'pino'
import { recoverDeadWorkers, recoverUnknown } from '../deliveries/sweeps.ts'
import { createLoop } from '../runtime/loop.ts'
import type { Loop } from '../runtime/loop.ts'
import type { Presence } from '../runtime/presence.ts'

export interface RecoveryDeps {
  db: Db
  log: Logger
  presence: Presence
  /** The attempts that this worker has in flight. */
  held: ReadonlySet<string>
  /** Called after deliveries became due. */
  onRecovered: () => void
}

const everyMs = 1_000
// A worker may reconnect within this many checks before it counts as dead.
const patience = 3

/** Makes deliveries of dead workers due immediately, and those that this one lost with a connection. */
export function createRecovery({ db, log, presence, held, onRecovered }: RecoveryDeps): Loop {
  let absences = new Map<number, number>()
  /** Set for a while after the connection was lost. */
  let gap: { before: Date; checks: number } | null = null

  async function turn(): Promise<boolean> {
    const { absent, backAt } = await presence.check()
    if (backAt) gap = { before: backAt, checks: 0 }
    absences = new Map(absent.map((id) => [id, (absences.get(id) ?? 0) + 1]))
    const dead = [...absences].flatMap(([id, count]) => (count >= patience ? [id] : []))
    const count = dead.length > 0 ? await recoverDeadWorkers(db, dead) : 0
    // Responses that were in transit have arrived by then.
    const isGapOver = gap !== null && ++gap.checks > patience
    const mine = gap && isGapOver ? await recoverUnknown(db, presence.worker, gap.before, held) : 0
    if (isGapOver) gap = null
    if (count > 0) log.warn({ count, workers: dead }, 'deliveries of dead workers are due again')
    if (mine > 0) log.warn({ count: mine }, 'deliveries of lost connections to PostgreSQL are due again')
    if (count + mine > 0) onRecovered()
    return false
  }

  return createLoop(turn, {
    everyMs,
    onError: warnSeldom(log, 'this worker could not check the other workers'),
  })
}

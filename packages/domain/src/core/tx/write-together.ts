import { createCoalescer } from '@matterbase/db'
import type { Db } from '@matterbase/db'
import { isAboutData } from './is-about-data.ts'
import { writeEach } from './write.ts'
import type { EarlyWork } from './write.ts'

/**
 * Writes in a workspace, in a transaction that writes of other workspaces may share. `work` is run once more, in a
 * transaction of its own, when the first one was rolled back for another's sake, or the workspace was held for long.
 *
 * @throws OverloadedError, and whatever `work` throws.
 */
export type WriteTogether = (workspaceId: number, work: EarlyWork) => Promise<void>

interface Member {
  readonly workspaceId: number
  readonly work: EarlyWork
}

// The second while the first takes long.
const transactionsAtOnce = 2
const mostTogether = 16
/** Beyond it nobody waits together with others, or keeps them waiting, or has sent what is to be written. */
const patienceMs = 100

/**
 * Puts what is to be written in several workspaces at the same time into one transaction: PostgreSQL's work for each is
 * much less than that for a transaction.
 */
export function writingTogether(db: Db): WriteTogether {
  /** How many of each workspace wait here or are under way. */
  const joined = new Map<number, number>()
  const join = createCoalescer<number, Member, Promise<void>>({
    run: (members) => writeAll(db, members),
    atOnce: transactionsAtOnce,
    most: mostTogether,
  })

  return (workspaceId, work) =>
    db.shares.writes(workspaceId, async (others) => {
      const here = joined.get(workspaceId) ?? 0
      // Something else holds the workspace, and may hold it for long.
      if (others > here) return writeAlone(db, { workspaceId, work })
      joined.set(workspaceId, here + 1)
      try {
        await join(workspaceId, { workspaceId, work })
      } finally {
        const left = (joined.get(workspaceId) ?? 0) - 1
        if (left > 0) joined.set(workspaceId, left)
        else joined.delete(workspaceId)
      }
    })
}

const writeAlone = (db: Db, { workspaceId, work }: Member) => writeEach(db, new Map([[workspaceId, work]]))

/** @returns what becomes of each. It may be still to come, where a workspace is held for long. */
async function writeAll(db: Db, members: readonly Member[]): Promise<readonly Promise<void>[]> {
  let areTaken = false
  let isCommitSent = false
  const byWorkspace = Map.groupBy(members, ({ workspaceId }) => workspaceId)
  const works = Array.from(byWorkspace, ([workspaceId, own]): [number, EarlyWork] => [
    workspaceId,
    async (taking, onSent) => {
      const isAlone = own.length === 1
      for (const member of own)
        await member.work({ ...taking, isAlone }, member === own.at(-1) ? onSent : () => undefined)
    },
  ])
  try {
    const written = writeEach(db, new Map(works), {
      patienceMs,
      onTaken: () => (areTaken = true),
      onCommit: () => (isCommitSent = true),
    })
    await written
    return members.map(() => written)
  } catch (error) {
    // It would be the same alone.
    if (!isHeld(error) && (members.length === 1 || !areTaken)) throw error
    // Unless a statement was refused, and COMMIT with it, nobody knows whether that was done.
    if (isCommitSent && !isAboutData(error) && !isHeld(error)) throw error
    return members.map((member) => writeAlone(db, member))
  }
}

/** By PostgreSQL's code for a lock that did not come in time. */
const isHeld = (error: unknown) => (error as { code?: unknown }).code === '55P03'

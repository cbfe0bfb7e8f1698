import { HungUpError, OverloadedError } from '@matterbase/db'
import type { Db, Requester } from '@matterbase/db'
import { write } from '../tx/write.ts'
import type { Tx } from '../tx/write.ts'
import type { Outcome, Saved } from './save.ts'
import type { Later, Wanted } from './wanted.ts'

export type SaveAll = (tx: Tx, wanted: readonly Wanted[]) => Promise<readonly (Outcome | Later)[]>

/** Tells, in the same transaction, of what was saved. */
export type NoteOf = (tx: Tx, saved: Saved) => Promise<void>

interface Waiting {
  readonly wanted: Wanted
  readonly note: NoteOf | undefined
  readonly requester: Requester | undefined
  resolve(outcome: Outcome): void
  reject(error: unknown): void
}

/** Rolls back a transaction in which all was refused, so that not even the workspace's clock has moved. */
class NothingWritten extends Error {}

const mostAtOnce = 100
const longest = 500

/**
 * Saves records of one table of one workspace. Writes of a workspace wait for one another, so those that have
 * gathered when it is their turn become one transaction; each has its own outcome. One that makes the whole fail does
 * not fail the others: they are then done one by one.
 *
 * @param onIdle is called whenever nothing waits or is under way.
 * @returns takes what is wanted; rejects with OverloadedError, HungUpError, and what a write throws.
 */
export function saveGroup(db: Db, workspaceId: number, saveAll: SaveAll, onIdle: () => void) {
  let waiting: Waiting[] = []
  // Whether a transaction is on its way that will take what waits.
  let isComing = false
  let running = 0

  function come() {
    if (isComing || waiting.length === 0) return
    isComing = true
    running++
    void writeTogether().finally(() => {
      running--
      if (running === 0 && waiting.length === 0) onIdle()
    })
  }

  async function writeTogether(): Promise<void> {
    let batch: Waiting[] | undefined
    let outcomes: readonly (Outcome | Later)[] = []
    try {
      await write(db, workspaceId, async (tx) => {
        // Not before: others come while it waits for the workspace.
        batch = takeBatch()
        outcomes = await saveAll(
          tx,
          batch.map(({ wanted }) => wanted),
        )
        if (outcomes.every((outcome) => outcome !== 'later' && 'error' in outcome)) throw new NothingWritten()
        await noteAll(tx, batch, outcomes)
      })
      settle(batch ?? [], outcomes)
    } catch (error) {
      const failed = batch ?? takeAll()
      if (error instanceof NothingWritten) settle(failed, outcomes)
      else if (failed.length > 1 && isAboutData(error)) await oneByOne(failed)
      else for (const { reject } of failed) reject(error)
    }
  }

  /** What can be done together: nothing that names the same record as something before it. */
  function takeBatch(): Waiting[] {
    isComing = false
    const batch: Waiting[] = []
    const rest: Waiting[] = []
    const named = new Set<string | number>()
    for (const one of waiting) {
      const names = namesOf(one.wanted)
      if (one.requester?.destroyed) one.reject(new HungUpError())
      else if (batch.length < mostAtOnce && !names.some((name) => named.has(name))) batch.push(one)
      else rest.push(one)
      // Also of one that is left: what comes after it stays behind it.
      for (const name of names) named.add(name)
    }
    waiting = rest
    come()
    return batch
  }

  function takeAll(): Waiting[] {
    isComing = false
    const all = waiting
    waiting = []
    return all
  }

  function settle(batch: readonly Waiting[], outcomes: readonly (Outcome | Later)[]) {
    const later = batch.filter((one, at) => {
      const outcome = outcomes[at]
      if (outcome === undefined) one.reject(new Error('A record has no outcome'))
      else if (outcome !== 'later') one.resolve(outcome)
      return outcome === 'later'
    })
    waiting.unshift(...later)
    come()
  }

  async function oneByOne(batch: readonly Waiting[]) {
    for (const one of batch)
      await write(db, workspaceId, async (tx) => {
        const outcomes = await saveAll(tx, [one.wanted])
        await noteAll(tx, [one], outcomes)
        return outcomes
      }).then(
        (outcomes) => settle([one], outcomes),
        (error: unknown) => one.reject(error),
      )
  }

  return (wanted: Wanted, requester?: Requester, note?: NoteOf): Promise<Outcome> => {
    if (requester?.destroyed) return Promise.reject(new HungUpError())
    if (waiting.length >= longest) return Promise.reject(new OverloadedError('queue'))
    return new Promise((resolve, reject) => {
      waiting.push({ wanted, note, requester, resolve, reject })
      come()
    })
  }
}

async function noteAll(tx: Tx, batch: readonly Waiting[], outcomes: readonly (Outcome | Later)[]) {
  for (const [at, { note }] of batch.entries()) {
    const outcome = outcomes[at]
    if (note && outcome !== undefined && outcome !== 'later' && !('error' in outcome) && !outcome.unchanged)
      await note(tx, outcome)
  }
}

function namesOf(wanted: Wanted): (string | number)[] {
  const { external_id: externalId } = wanted.changes
  return [...(wanted.as === 'change' ? [wanted.id] : []), ...(typeof externalId === 'string' ? [externalId] : [])]
}

/** PostgreSQL's classes of errors that one row can cause: another one may go through. */
const isAboutData = (error: unknown) => /^(?:21|22|23|40|P0)/.test(String((error as { code?: unknown }).code))

import { HungUpError, isCrowded, OverloadedError } from '@matterbase/db'
import type { Requester } from '@matterbase/db'
import { isAboutData } from '../../tx/is-about-data.ts'
import type { WriteTogether } from '../../tx/write-together.ts'
import { doAll } from './batch.ts'
import type { Asked, Outcomes, SaveAll, Settled } from './batch.ts'

interface Waiting extends Asked {
  readonly requester: Requester | undefined
  readonly since: number
  resolve(outcome: Settled): void
  reject(error: unknown): void
}

const mostAtOnce = 100
const longest = 500

/**
 * Saves records of one table of one workspace. Writes of a workspace wait for one another, so those that have gathered when
 * it is their turn become one transaction; each has its own outcome. One that makes the whole fail does not fail the
 * others: they are then done one by one.
 *
 * @param onIdle is called whenever nothing waits or is under way.
 * @returns takes what is wanted; rejects with OverloadedError, HungUpError, and what a write throws.
 */
export function saveGroup(write: WriteTogether, workspaceId: number, saveAll: SaveAll, onIdle: () => void) {
  let waiting: Waiting[] = []
  let isUnderWay = false

  // One transaction at a time: the next one would wait for the workspace with less than has gathered by then.
  function come() {
    if (isUnderWay || waiting.length === 0) return
    isUnderWay = true
    void writeNext().finally(() => {
      isUnderWay = false
      if (waiting.length === 0) onIdle()
      else come()
    })
  }

  async function writeNext(): Promise<void> {
    let batch: Waiting[] | undefined
    let outcomes: Outcomes<Waiting> = new Map()
    try {
      await write(workspaceId, async (taking, onSent) => {
        batch = batch ? batch.filter(isStillThere) : takeBatch()
        outcomes = await doAll(taking, batch, saveAll, onSent)
      })
      settle(batch ?? [], outcomes)
    } catch (error) {
      const failed = batch ?? takeAll()
      if (failed.length > 1 && isAboutData(error)) await oneByOne(failed)
      else for (const { reject } of failed) reject(error)
    }
  }

  /** What can be done together: nothing that names the same record as something before it. */
  function takeBatch(): Waiting[] {
    const batch: Waiting[] = []
    const rest: Waiting[] = []
    const named = new Set<string | number>()
    let behind = waiting.length
    for (const one of waiting) {
      const names = namesOf(one)
      behind--
      if (!isStillThere(one)) continue
      if (isCrowded(behind, one.since)) one.reject(new OverloadedError('queue'))
      else if (batch.length < mostAtOnce && !names.some((name) => named.has(name))) batch.push(one)
      else rest.push(one)
      // Also of one that is left: what comes after it stays behind it.
      for (const name of names) named.add(name)
    }
    waiting = rest
    return batch
  }

  function takeAll(): Waiting[] {
    const all = waiting
    waiting = []
    return all
  }

  function settle(batch: readonly Waiting[], outcomes: Outcomes<Waiting>) {
    const later = batch.filter((one) => {
      const outcome = outcomes.get(one)
      if (outcome === undefined) one.reject(new Error('A record has no outcome'))
      else if (outcome !== 'later') one.resolve(outcome)
      return outcome === 'later'
    })
    waiting.unshift(...later.map(lookedFor))
  }

  async function oneByOne(batch: readonly Waiting[]) {
    for (const one of batch) {
      let outcomes: Outcomes<Waiting> = new Map()
      await write(workspaceId, async (taking, onSent) => {
        outcomes = await doAll(taking, [one], saveAll, onSent)
      }).then(
        () => settle([one], outcomes),
        (error: unknown) => one.reject(error),
      )
    }
  }

  return (asked: Asked, requester?: Requester): Promise<Settled> => {
    if (requester?.destroyed) {
      if (!isUnderWay) onIdle()
      return Promise.reject(new HungUpError())
    }
    if (waiting.length >= longest) return Promise.reject(new OverloadedError('queue'))
    return new Promise((resolve, reject) => {
      waiting.push({ ...asked, requester, since: performance.now(), resolve, reject })
      come()
    })
  }
}

/** Rejects one who has gone. */
function isStillThere({ requester, reject }: Waiting): boolean {
  if (requester?.destroyed) reject(new HungUpError())
  return !requester?.destroyed
}

/** A record that could not be made, for what is there: it is looked for what that is. */
function lookedFor(one: Waiting): Waiting {
  return one.wanted.as === 'create' ? { ...one, wanted: { ...one.wanted, ifTaken: 'refuse' } } : one
}

function namesOf({ wanted, once }: Asked): (string | number)[] {
  const externalId = wanted.as === 'act' ? undefined : wanted.changes['external_id']
  return [
    ...('id' in wanted ? [wanted.id] : []),
    ...(typeof externalId === 'string' ? [externalId] : []),
    // No external_id has that form.
    ...(once ? [`${once.name}\0`] : []),
  ]
}

import { createCoalescer, HungUpError, isCrowded, OverloadedError } from '@matterbase/db'
import type { Db, Requester } from '@matterbase/db'
import type { Outcome } from '../records/record.ts'
import { writeBatch } from './batch.ts'
import type { Result, WriteRequest } from './batch.ts'
import { namesOf } from './names-of.ts'
import { createNumbering } from './numbering.ts'
import type { Clocks } from './numbering.ts'

interface Waiting extends WriteRequest {
  readonly requester: Requester | undefined
  readonly since: number
  resolve(outcome: Settlement): void
  reject(error: unknown): void
}

type Settlement = Outcome | { readonly error: Error }

/** The writes of a workspace that wait for its next transaction. */
interface Line {
  readonly workspaceId: number
  waiting: Waiting[]
  isRunning: boolean
}

/** @returns the outcome. @throws OverloadedError, HungUpError, and the errors of PostgreSQL. */
export type Enqueue = (request: WriteRequest, requester?: Requester) => Promise<Settlement>

const mostInBatch = 100
const mostWaiting = 500
// The second while the first takes long.
const transactionsAtOnce = 2
const mostWorkspaces = 16
/** After that a workspace whose lock is held is written in a transaction of its own. */
const lockMs = 100

/**
 * The queue of all writes of single records. The writes of a workspace that wait while one of its transactions is in
 * progress become one batch, and the batches of up to 16 workspaces become one transaction: PostgreSQL's work for each write
 * is much less than that for a transaction. Each write has its own outcome. When one of them makes the transaction fail, the
 * others are written without it.
 *
 * @param onBatch is called with the number of writes of each batch.
 */
export function createWriteQueue(db: Db, onBatch: (size: number) => void): Enqueue {
  const lines = new Map<number, Line>()
  const writeTogether = createCoalescer<number, Line, Promise<void>>({
    run: writeLines,
    atOnce: transactionsAtOnce,
    most: mostWorkspaces,
  })

  const numbering = createNumbering()

  // One transaction of a workspace at a time: a second would wait for the lock with the few writes that came until then.
  function run(line: Line) {
    if (line.isRunning || line.waiting.length === 0) return
    line.isRunning = true
    void db.shares
      // Another transaction that holds the workspace may hold it for long.
      .writes(line.workspaceId, async (others) =>
        others > 0 ? writeAlone(line) : writeTogether(line.workspaceId, line),
      )
      .catch((error: unknown) => rejectAll(takeAll(line), error))
      .finally(() => {
        line.isRunning = false
        if (line.waiting.length > 0) run(line)
        else lines.delete(line.workspaceId)
      })
  }

  /** @returns the end of each line's batch. It may be still to come, where a workspace is locked for long. */
  async function writeLines(together: readonly Line[]): Promise<readonly Promise<void>[]> {
    const batches = new Map<Line, readonly Waiting[]>()
    let isLocked = false
    let isCommitSent = false
    const take = () => {
      for (const line of together) batches.set(line, takeBatch(line))
      return [...batches.values()].flat()
    }
    const ids = together.map(({ workspaceId }) => workspaceId)
    try {
      const onLocked = (clocks: Clocks) => {
        isLocked = true
        numbering.note(clocks)
      }
      const onCommit = () => (isCommitSent = true)
      const results = await writeBatch(db, ids, take, { lockMs, onLocked, onCommit })
      for (const [line, batch] of batches) settle(line, batch, results)
      return together.map(() => Promise.resolve())
    } catch (error) {
      // Unless a statement was refused, and COMMIT with it, the batch may have been written.
      const isUnknown = isCommitSent && !isAboutData(error)
      const isHopeless = isUnknown || !isLocked || together.length === 1
      if (isHopeless && !isHeld(error)) return together.map((line) => fail(line, batches.get(line), error))
      return together.map((line) => writeAlone(line, batches.get(line)))
    }
  }

  async function writeAlone(line: Line, former?: readonly Waiting[]): Promise<void> {
    let batch = former
    const take = () => (batch = batch ? batch.filter(isConnected) : takeBatch(line))
    try {
      const results = await writeBatch(db, [line.workspaceId], take, { onLocked: numbering.note })
      settle(line, batch ?? [], results)
    } catch (error) {
      await fail(line, batch, error)
    }
  }

  /** Writes each of a batch by itself where one of them may be the reason, and rejects them otherwise. */
  async function fail(line: Line, batch: readonly Waiting[] = takeAll(line), error: unknown): Promise<void> {
    if (batch.length > 1 && isAboutData(error)) for (const one of batch) await writeAlone(line, [one])
    else rejectAll(batch, error)
  }

  /** The writes that can be carried out together: none names the same record as one before it. */
  function takeBatch(line: Line): Waiting[] {
    const batch: Waiting[] = []
    const rest: Waiting[] = []
    const named = new Set<string>()
    let behind = line.waiting.length
    for (const one of line.waiting) {
      const names = namesOf(one)
      behind--
      if (!isConnected(one)) continue
      if (isCrowded(behind, one.since)) one.reject(new OverloadedError('queue'))
      else if (batch.length < mostInBatch && !names.some((name) => named.has(name)))
        batch.push(numbering.needsNumber(one) ? { ...one, needsLook: true } : one)
      else rest.push(one)
      // Also of a write that waits: the writes of the same record stay behind it.
      for (const name of names) named.add(name)
    }
    line.waiting = rest
    if (batch.length > 0) onBatch(batch.length)
    return batch
  }

  return (request, requester) => {
    const line = lines.get(request.workspaceId) ?? { workspaceId: request.workspaceId, waiting: [], isRunning: false }
    if (requester?.destroyed) return Promise.reject(new HungUpError())
    if (line.waiting.length >= mostWaiting) return Promise.reject(new OverloadedError('queue'))
    lines.set(request.workspaceId, line)
    return new Promise((resolve, reject) => {
      line.waiting.push({ ...request, requester, since: performance.now(), resolve, reject })
      run(line)
    })
  }
}

function takeAll(line: Line): Waiting[] {
  const all = line.waiting
  line.waiting = []
  return all
}

function rejectAll(batch: readonly Waiting[], error: unknown) {
  for (const { reject } of batch) reject(error)
}

function settle(line: Line, batch: readonly Waiting[], results: ReadonlyMap<Waiting, Result>) {
  const again: Waiting[] = []
  for (const one of batch) {
    const result = results.get(one)
    if (result === undefined) one.reject(new Error('A write has no outcome'))
    else if (result === 'again') again.push({ ...one, needsLook: true })
    else one.resolve(result)
  }
  line.waiting.unshift(...again)
}

function isConnected({ requester, reject }: Waiting): boolean {
  if (requester?.destroyed) reject(new HungUpError())
  return !requester?.destroyed
}

const codeOf = (error: unknown) => String((error as { code?: unknown }).code)

/** PostgreSQL's code for a lock timeout. */
const isHeld = (error: unknown) => codeOf(error) === '55P03'

/**
 * PostgreSQL's classes of errors that one row can cause or that a retry can avoid, and its error for statements after a
 * refused one. Nothing was written, and without that row the others may succeed.
 */
const isAboutData = (error: unknown) => /^(?:21|22|23|25P02|40|P0)/.test(codeOf(error))

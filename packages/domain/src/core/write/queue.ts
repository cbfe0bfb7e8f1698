import { HungUpError, isCrowded, OverloadedError } from '@matterbase/db'
import type { Db, Requester } from '@matterbase/db'
import type { Outcome } from '../records/record.ts'
import type { Result, WriteRequest } from './batch.ts'
import { namesOf } from './names-of.ts'
import { createNumbering } from './numbering.ts'
import { createLineWriter, takeAll } from './write-lines.ts'
import type { Line } from './write-lines.ts'

interface Waiting extends WriteRequest {
  readonly requester: Requester | undefined
  readonly since: number
  resolve(outcome: Settlement): void
  reject(error: unknown): void
}

type Settlement = Outcome | { readonly error: Error }

interface WaitingLine extends Line<Waiting> {
  isRunning: boolean
}

/** @returns the outcome. @throws OverloadedError, HungUpError, and the errors of PostgreSQL. */
export type Enqueue = (request: WriteRequest, requester?: Requester) => Promise<Settlement>

const mostInBatch = 100
const mostWaiting = 500

/**
 * The queue of all writes of single records. The writes of a workspace that wait while one of its transactions is in
 * progress become one batch, and the batches of up to 16 workspaces become one transaction: PostgreSQL's work for each write
 * is much less than that for a transaction. Each write has its own outcome. When one of them makes the transaction fail, the
 * others are written without it.
 *
 * @param onBatch is called with the number of writes of each batch.
 */
export function createWriteQueue(db: Db, onBatch: (size: number) => void): Enqueue {
  const lines = new Map<number, WaitingLine>()
  const numbering = createNumbering()
  const writeLine = createLineWriter<Waiting>(db, {
    take: takeBatch,
    connected: (batch) => batch.filter(isConnected),
    settle,
    reject: rejectAll,
    onLocked: numbering.note,
  })

  // One transaction of a workspace at a time: a second would wait for the lock with the few writes that came until then.
  function run(line: WaitingLine) {
    if (line.isRunning || line.waiting.length === 0) return
    line.isRunning = true
    void db.shares
      .writes(line.workspaceId, (others) => writeLine(line, others > 0))
      .catch((error: unknown) => rejectAll(takeAll(line), error))
      .finally(() => {
        line.isRunning = false
        if (line.waiting.length > 0) run(line)
        else lines.delete(line.workspaceId)
      })
  }

  /** The writes that can be carried out together: none names the same record as one before it. */
  function takeBatch(line: Line<Waiting>, isShared: boolean): Waiting[] {
    const batch: Waiting[] = []
    const rest: Waiting[] = []
    const named = new Set<string>()
    let behind = line.waiting.length
    for (const one of line.waiting) {
      const names = namesOf(one)
      behind--
      if (!isConnected(one)) continue
      if (isCrowded(behind, one.since)) one.reject(new OverloadedError('queue'))
      else if (batch.length < mostInBatch && !(isShared && one.isUnbounded) && !names.some((name) => named.has(name)))
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

function rejectAll(batch: readonly Waiting[], error: unknown) {
  for (const { reject } of batch) reject(error)
}

function settle(line: Line<Waiting>, batch: readonly Waiting[], results: ReadonlyMap<Waiting, Result>) {
  const again: Waiting[] = []
  for (const one of batch) {
    const result = results.get(one)
    if (result === undefined) one.reject(new Error('A write has no outcome'))
    else if (result === 'again') again.push({ ...one, needsLook: true })
    else if (result === 'alone') again.push({ ...one, needsLook: true, isUnbounded: true })
    else one.resolve(result)
  }
  line.waiting.unshift(...again)
}

function isConnected({ requester, reject }: Waiting): boolean {
  if (requester?.destroyed) reject(new HungUpError())
  return !requester?.destroyed
}

import { createCoalescer, createTurns, isConnectionError } from '@matterbase/db'
import type { Db } from '@matterbase/db'
import type { BatchLimits, Result, WriteRequest } from './batch.ts'
import { writeBatch } from './batch.ts'
import type { Clocks } from './numbering.ts'
import { createUnshared } from './unshared.ts'

/** The writes of a workspace that wait for its next transaction. */
export interface Line<R> {
  readonly workspaceId: number
  waiting: R[]
}

export interface LineOptions<R extends WriteRequest> {
  /** Takes writes of a line that can be carried out together, and with those of other workspaces if it is shared. */
  readonly take: (line: Line<R>, isShared: boolean) => readonly R[]
  /** The writes of a batch whose requesters are still connected. */
  readonly connected: (batch: readonly R[]) => readonly R[]
  readonly settle: (line: Line<R>, batch: readonly R[], results: ReadonlyMap<R, Result>) => void
  readonly reject: (batch: readonly R[], error: unknown) => void
  readonly onLocked: (clocks: Clocks) => void
}

const mostWorkspaces = 16
// The second while the first takes long.
const transactionsAtOnce = 2
/** Fewer than connections, so that work without a bound leaves some to all others. */
const unsharedAtOnce = 3
/**
 * A shared transaction waits so long for locks, and for each statement. After that each workspace is written in a transaction
 * of its own.
 */
const shared: BatchLimits = { lockMs: 100, statementMs: 1_000, isShared: true }
/** The limit after that, for writes that change no other records. */
const divided: BatchLimits = { statementMs: 10_000 }
/** A workspace whose transaction took longer is not written with others for a while. */
const longMs = 1_000

/**
 * Carries out the waiting writes of workspaces: those of up to 16 workspaces in one transaction, and those without a bound by
 * themselves. When one write makes the transaction fail, the others are written without it.
 */
export function createLineWriter<R extends WriteRequest>(db: Db, options: LineOptions<R>) {
  const { take, connected, settle, reject, onLocked } = options
  const unshared = createUnshared()
  const takeTurn = createTurns<number>({ kind: 'unshared_write', places: unsharedAtOnce, each: 1, patienceMs: 10_000 })
  const writeTogether = createCoalescer<number, Line<R>, Promise<void>>({
    kind: 'transaction',
    run: writeLines,
    atOnce: transactionsAtOnce,
    most: mostWorkspaces,
  })

  /** @returns the end of each line's batch. It may be still to come, where a workspace is written alone. */
  async function writeLines(lines: readonly Line<R>[]): Promise<readonly Promise<void>[]> {
    const batches = new Map<Line<R>, readonly R[]>()
    const takeEach = () => {
      for (const line of lines) batches.set(line, take(line, true))
      return [...batches.values()].flat()
    }
    const ids = lines.map(({ workspaceId }) => workspaceId)
    try {
      const results = await writeBatch(db, ids, takeEach, { ...shared, onLocked })
      for (const [line, batch] of batches) finish(line, batch, results)
      return lines.map(() => Promise.resolve())
    } catch (error) {
      const wasShared = lines.length > 1 || isTimeout(error)
      return lines.map((line) => divide(line, batches.get(line), error, wasShared))
    }
  }

  /** Writes a workspace in a transaction of its own. */
  async function writeAlone(line: Line<R>, former?: readonly R[], limits: BatchLimits = {}): Promise<void> {
    let batch = former
    let since = performance.now()
    const takeOnce = () => {
      since = performance.now()
      return (batch = batch ? connected(batch) : take(line, false))
    }
    try {
      const results = await writeBatch(db, [line.workspaceId], takeOnce, { ...limits, onLocked })
      finish(line, batch ?? [], results)
    } catch (error) {
      await divide(line, batch, error, false)
    } finally {
      if (performance.now() - since > longMs) unshared.note(line.workspaceId)
    }
  }

  function finish(line: Line<R>, batch: readonly R[], results: ReadonlyMap<R, Result>) {
    if (batch.some((one) => results.get(one) === 'alone')) unshared.note(line.workspaceId)
    settle(line, batch, results)
  }

  /**
   * Writes a batch in smaller transactions where one of its writes, or another workspace, may be the reason for an error.
   *
   * @param batch undefined if the transaction failed before it took the writes.
   */
  async function divide(line: Line<R>, batch: readonly R[] | undefined, error: unknown, wasShared: boolean) {
    // PostgreSQL is away, or the transaction may have been written.
    if (isConnectionError(error)) reject(batch ?? takeAll(line), error)
    else if (wasShared) await writeAlone(line, batch, divided)
    else if (batch && batch.length > 1) for (const one of batch) await writeAlone(line, [one], divided)
    else reject(batch ?? takeAll(line), error)
  }

  /** @param isHeld True if another transaction of this process writes the workspace, perhaps for long. */
  return async function writeLine(line: Line<R>, isHeld: boolean): Promise<void> {
    const { workspaceId, waiting } = line
    if (unshared.has(workspaceId) || waiting.some(({ isUnbounded }) => isUnbounded))
      await takeTurn(workspaceId, () => writeAlone(line))
    else if (isHeld) await writeAlone(line)
    else await writeTogether(workspaceId, line)
  }
}

/** All waiting writes of a line. */
export function takeAll<R>(line: Line<R>): readonly R[] {
  const all = line.waiting
  line.waiting = []
  return all
}

const timeouts = ['55P03', '57014']
const isTimeout = (error: unknown) => timeouts.includes(String((error as { code?: unknown }).code))

import { Prisma, transaction } from '@matterbase/db'
import type { Db, SendAlong, Sql } from '@matterbase/db'
import { allEnded } from './all-ended.ts'
import type { Outcome, RecordWrite, Saved } from '../records/record.ts'
import type { WritableKind } from '../records/writable-kind.ts'
import { RefusedError } from '../verbs/refused.ts'
import { claimAnswers, keepAnswers } from './answers.ts'
import type { AnswerKey, Claim, StoredAnswer } from './answers.ts'
import { lockWorkspaces } from './clock.ts'
import type { Clock } from './clock.ts'
import type { Again } from './plan.ts'
import { prepare } from './prepare.ts'
import { lock, writeIn } from './transaction.ts'
import type { Tx } from './transaction.ts'

/** A deletion. It is refused before it writes anything. */
interface Deletion {
  readonly as: 'delete'
  readonly id: number
  readonly run: (tx: Tx) => Promise<Saved>
}

/** The stored answer of a request that is carried out only once. */
export interface Once {
  readonly key: AnswerKey
  /** The error that the request ends with where the answer cannot be given any more. */
  readonly refuse: (claim: Claim) => Error | undefined
  readonly answer: (saved: Saved) => StoredAnswer
}

/** A requested write of one record. */
export interface WriteRequest {
  readonly workspaceId: number
  readonly kind: WritableKind
  readonly write: RecordWrite | Deletion
  /** True if it changes any number of other records. Such a write is in a transaction of its workspace alone. */
  readonly isUnbounded?: boolean
  /** It did not fit what is stored when it was tried without a look. */
  readonly needsLook?: boolean
  /** Adds to the audit log, in the same transaction. Not for an unchanged record. */
  readonly note?: ((sql: Sql, saved: Saved) => Promise<void>) | undefined
  readonly once?: Once | undefined
}

/** The write changes any number of other records, so that it does not share a transaction with other workspaces. */
type Alone = 'alone'

export type Result = Outcome | Again | Alone | { readonly error: Error }

type Results<R> = Map<R, Result>

export interface BatchLimits {
  /**
   * The longest wait for a lock. Default: no limit. Then nothing else is sent before the workspaces are locked, since
   * requesters may have disconnected by then.
   */
  readonly lockMs?: number
  /** The longest time of a statement. Default: that of the connection. */
  readonly statementMs?: number
  /** True if other workspaces may be in the transaction. */
  readonly isShared?: boolean
}

interface BatchOptions extends BatchLimits {
  readonly onLocked?: (clocks: ReadonlyMap<number, Clock>) => void
}

/**
 * Carries out writes of any workspaces in one transaction: looks up what they depend on, plans them, and applies the plan.
 * A refused write has its error as outcome, and does not affect the others.
 *
 * @param take returns the writes when their statements can be sent.
 */
export async function writeBatch<R extends WriteRequest>(
  db: Db,
  workspaceIds: readonly number[],
  take: () => readonly R[],
  { lockMs, statementMs, isShared = false, onLocked }: BatchOptions = {},
): Promise<ReadonlyMap<R, Result>> {
  const limits = Object.entries({ lock_timeout: lockMs, statement_timeout: statementMs }).flatMap(([name, ms]) =>
    ms === undefined ? [] : [Prisma.sql`set_config(${name}, ${`${ms}`}, true)`],
  )
  const { results } = await transaction(db, async (sql, sendAlong) => {
    if (limits.length > 0) sendAlong(sql.run`SELECT ${Prisma.join(limits)}`)
    const locking = lockWorkspaces(sql, workspaceIds)
    sendAlong(locking.then(onLocked))
    if (lockMs === undefined) await locking
    const writing = await writeAll({ sql, sendAlong, locking, isShared }, take())
    sendAlong(writing.results)
    return writing
  })
  return results
}

interface Batch {
  readonly sql: Sql
  readonly sendAlong: SendAlong
  readonly locking: Promise<ReadonlyMap<number, Clock>>
  readonly isShared: boolean
}

/** Resolves when all statements have been sent, which may be before their results are known. */
async function writeAll<R extends WriteRequest>(
  batch: Batch,
  requests: readonly R[],
): Promise<{ readonly results: Promise<Results<R>> }> {
  const refused = await refusedOnes(batch.sql, requests)
  const open = requests.filter((request) => !refused.has(request))
  const saves = open.flatMap((request) => (request.write.as === 'delete' ? [] : [{ request, write: request.write }]))
  const plans = await allEnded(
    Array.from(
      Map.groupBy(saves, ({ request }) => request.kind),
      ([kind, own]) => prepare(batch, kind, own),
    ),
  )
  const saving = allEnded(plans.map((plan) => plan.apply())).then((saved) => new Map([...refused, ...saved.flat()]))
  const followUps = plans.flatMap((plan) => plan.followUps)
  const isLast =
    followUps.length === 0 && open.every(({ write, note, once }) => write.as !== 'delete' && !note && !once)
  if (isLast) return { results: saving }
  const results = await saving
  for (const [workspaceId, run] of followUps) await writeIn({ ...batch, workspaceId, traceparent: undefined }, run)
  await deleteAll(batch, open, results)
  const saved = savedOnes(open, results)
  await noteAll(batch.sql, saved)
  return { results: keepAll(batch.sql, saved).then(() => results) }
}

/** Claims the answers of requests that are carried out only once. */
async function refusedOnes<R extends WriteRequest>(sql: Sql, requests: readonly R[]): Promise<Results<R>> {
  const once = requests.flatMap((request) => (request.once ? [{ request, once: request.once }] : []))
  if (once.length === 0) return new Map()
  const claims = await claimAnswers(
    sql,
    once.map(({ once: { key } }) => key),
  )
  return new Map(
    once.flatMap(({ request, once: { refuse } }, at) => {
      const error = claims[at] && refuse(claims[at])
      return error ? [[request, { error }] as const] : []
    }),
  )
}

async function deleteAll<R extends WriteRequest>(batch: Batch, requests: readonly R[], results: Results<R>) {
  const deletions = requests.flatMap((request) =>
    request.write.as === 'delete' ? [{ request, run: request.write.run }] : [],
  )
  for (const [workspaceId, own] of Map.groupBy(deletions, ({ request }) => request.workspaceId))
    await writeIn(
      { ...batch, workspaceId, traceparent: undefined },
      async (tx) => {
        // One kind after the other: a deletion may unlink records of other kinds, which must not be deleted in between.
        for (const same of Map.groupBy(own, ({ request }) => request.kind).values())
          await allEnded(same.map(async ({ request, run }) => results.set(request, await run(tx).catch(refusalOf))))
      },
      lock,
    )
}

function refusalOf(error: unknown) {
  if (error instanceof RefusedError) return { error }
  throw error
}

interface SavedRequest {
  readonly request: WriteRequest
  readonly saved: Saved
}

function savedOnes<R extends WriteRequest>(requests: readonly R[], results: Results<R>): SavedRequest[] {
  return requests.flatMap((request) => {
    const saved = results.get(request)
    return typeof saved !== 'object' || 'error' in saved ? [] : [{ request, saved }]
  })
}

const noteAll = (sql: Sql, all: readonly SavedRequest[]) =>
  allEnded(all.flatMap(({ request: { note }, saved }) => (note && !saved.unchanged ? [note(sql, saved)] : [])))

/** Throws, before COMMIT is sent, where an answer cannot be made. */
function keepAll(sql: Sql, all: readonly SavedRequest[]): Promise<void> {
  const answers = all.flatMap(({ request: { once }, saved }) => once?.answer(saved) ?? [])
  return answers.length > 0 ? keepAnswers(sql, answers) : Promise.resolve()
}

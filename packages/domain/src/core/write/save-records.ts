import { requireFittingAnswer } from '../records/answer-size.ts'
import type { Outcome, RecordWrite, Saved } from '../records/record.ts'
import type { WritableKind } from '../records/writable-kind.ts'
import { withNumbers } from '../numbers/give-numbers.ts'
import { applyPlan } from './apply.ts'
import { computeRows } from './compute-rows.ts'
import { lookUp } from './lookup.ts'
import { unseenDrafts } from './drafts.ts'
import { planWrites } from './plan.ts'
import type { Again } from './plan.ts'
import type { Ahead, Tx } from './transaction.ts'

/**
 * Inserts new records ahead of the lock, for an import.
 *
 * @returns the outcomes, 'again' for a record that has to be looked up, and the last stamp.
 */
export async function insertAhead(
  { sql, workspaceId, traceparent }: Ahead,
  writes: readonly RecordWrite[],
  kind: WritableKind,
): Promise<{ readonly outcomes: readonly (Outcome | Again)[]; readonly last: Date | undefined }> {
  const requested = writes.map((write) => ({ workspaceId, write }))
  const unseen = unseenDrafts(requested, kind)
  const plan = { unseen: unseen.filter((draft) => draft !== undefined), inserts: [], updates: [], outcomes: new Map() }
  const results = await applyPlan(sql, plan, await computeRows(plan, kind), kind, () => ({ traceparent }))
  const outcomes = unseen.map((draft) => (draft && results.get(draft)) ?? 'again')
  const last = outcomes.findLast((outcome) => outcome !== 'again' && 'record' in outcome)
  const stamp = last && 'record' in last ? new Date(last.record.values.updated_at) : undefined
  return { outcomes, last: stamp }
}

/**
 * Saves many records in a transaction, each with its own outcome. No two of them may have the same external_id.
 *
 * @param inserted the outcomes of `insertAhead`.
 * @returns 'again' for a record that two of the writes name.
 */
export async function saveRecords(
  tx: Tx,
  writes: readonly RecordWrite[],
  kind: WritableKind,
  inserted?: readonly (Outcome | Again)[],
): Promise<readonly (Outcome | Again)[]> {
  const requested = writes.map((write) => ({ workspaceId: tx.workspaceId, write }))
  const outcomes: (Outcome | Again)[] = inserted ? [...inserted] : writes.map(() => 'again')
  const rest = [...requested.keys()].filter((at) => outcomes[at] === 'again')
  if (rest.length === 0) return outcomes
  const clock = { ms: tx.now.getTime(), subscribed: tx.subscribed, matterNumbers: tx.matterNumbers }
  const locked = Promise.resolve(new Map([[tx.workspaceId, clock]]))
  const others = rest.flatMap((at) => requested[at] ?? [])
  const found = await lookUp(tx.sql, others, kind, locked)
  requireFittingAnswer(found.drafts.map(({ existing }) => existing?.json))
  const plan = await withNumbers(tx.sql, planWrites(found, kind), kind, () => tx.matterNumbers)
  const results = await applyPlan(tx.sql, plan, await computeRows(plan, kind), kind, () => tx)
  for (const [at, draft] of found.drafts.entries()) outcomes[rest[at] ?? 0] = results.get(draft) ?? 'again'
  await kind.consequence?.(plan.updates)?.(tx)
  const later = new Set(plan.later)
  const repeated = found.drafts.flatMap((draft, at) => (later.has(draft) ? [rest[at] ?? 0] : []))
  if (repeated.length === 0) return outcomes
  // The later record with a number or unique fields is refused with the ID of the first.
  const second = await saveRecords(
    tx,
    repeated.flatMap((at) => writes[at] ?? []),
    kind,
  )
  for (const [place, at] of repeated.entries()) outcomes[at] = second[place] ?? 'again'
  return outcomes
}

/** @throws RefusedError. */
export async function saveRecord(tx: Tx, write: RecordWrite, kind: WritableKind): Promise<Saved> {
  const [outcome] = await saveRecords(tx, [write], kind)
  if (!outcome || outcome === 'again') throw new Error('A record was not saved')
  if ('error' in outcome) throw outcome.error
  return outcome
}

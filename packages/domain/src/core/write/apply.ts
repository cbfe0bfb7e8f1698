import type { Sql } from '@matterbase/db'
import { allEnded } from './all-ended.ts'
import type { Draft, Outcome, StoredRecord } from '../records/record.ts'
import type { WritableKind } from '../records/writable-kind.ts'
import type { RowGroup } from '../records/table/rows.ts'
import type { PlannedRows } from './compute-rows.ts'
import { savedAs } from './plan.ts'
import type { Again, Plan } from './plan.ts'

/** A workspace's subscriptions, and its stamps where the transaction gives them out. */
export interface Stamps {
  readonly subscribed?: readonly string[] | undefined
  readonly stamps?: (count: number) => Date
  readonly traceparent?: string | undefined
}

/**
 * Carries out a plan: one statement for its updates and one or two for its inserts, with their events. The statements have been
 * sent when the function returns its promise.
 *
 * @param rows by `computeRows`.
 * @returns the outcome of each draft.
 */
export async function applyPlan(
  sql: Sql,
  { unseen = [], inserts, updates, outcomes }: Plan,
  rows: PlannedRows,
  kind: WritableKind,
  stampsOf: (workspaceId: number) => Stamps,
): Promise<ReadonlyMap<Draft, Outcome | Again>> {
  const { table, events } = kind
  const results = new Map<Draft, Outcome | Again>(outcomes)
  const groupOf = (workspaceId: number, drafts: readonly Draft[]): RowGroup => {
    const { subscribed, stamps, traceparent } = stampsOf(workspaceId)
    return {
      workspaceId,
      records: drafts.map((draft) => rows.get(draft) ?? draft.values),
      firstStamp: stamps?.(drafts.length),
      subscribed,
      traceparents: drafts.map((draft) => draft.traceparent ?? traceparent),
    }
  }
  async function carryOut(
    drafts: readonly Draft[],
    statement: typeof table.insert,
    event: typeof events.created.event,
  ) {
    if (drafts.length === 0) return
    const byWorkspace = Map.groupBy(drafts, ({ workspaceId }) => workspaceId)
    const groups = Array.from(byWorkspace, ([workspaceId, own]) => groupOf(workspaceId, own))
    const records = await statement(sql, groups, event)
    for (const [at, own] of [...byWorkspace.values()].entries())
      for (const [place, draft] of own.entries()) results.set(draft, outcomeOf(draft, records[at]?.[place], kind))
  }
  await allEnded([
    carryOut(unseen, table.insertUnseen, events.created.event),
    carryOut(inserts, table.insert, events.created.event),
    carryOut(updates, table.update, events.updated.event),
  ])
  return results
}

function outcomeOf(draft: Draft, record: StoredRecord | undefined, kind: WritableKind): Outcome | Again {
  if (record) return savedAs(draft, record, kind)
  if (draft.existing) throw new Error('A record was not written')
  // Its external_id is taken, it refers to a record that does not exist, or the API requires a custom field.
  return 'again'
}

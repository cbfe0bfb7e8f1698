import { setImmediate } from 'node:timers/promises'
import type { Draft, Values } from '../records/record.ts'
import type { WritableKind } from '../records/writable-kind.ts'
import type { Plan } from './plan.ts'

/** Other requests run after so much time, because long texts take it. */
const sliceMs = 10

/** The rows that a plan writes. */
export type PlannedRows = ReadonlyMap<Draft, Values>

/** Computes the rows of a plan, in slices of the event loop. */
export async function computeRows(
  { unseen = [], inserts, updates, numbers = new Map() }: Plan,
  { table, number: field }: Pick<WritableKind, 'table' | 'number'>,
): Promise<PlannedRows> {
  const rows = new Map<Draft, Values>()
  let since = performance.now()
  for (const draft of [...unseen, ...inserts, ...updates]) {
    const number = numbers.get(draft)
    const values = number === undefined || field === undefined ? draft.values : { ...draft.values, [field]: number }
    rows.set(draft, table.rowOf(draft.workspaceId, values))
    if (performance.now() - since < sliceMs) continue
    await setImmediate()
    since = performance.now()
  }
  return rows
}

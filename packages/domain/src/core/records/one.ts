import type { Sql } from '@matterbase/db'
import { notFound } from '../verbs/refused.ts'
import type { Tx } from '../write/transaction.ts'
import { releaseDependents } from './dependents.ts'
import type { Dependents } from './dependents.ts'
import type { Saved, StoredRecord } from './record.ts'
import type { WritableKind } from './writable-kind.ts'
import type { Table } from './table/table.ts'
import { requireUnchanged } from './tag.ts'
import type { Seen } from './tag.ts'

export interface Removal {
  readonly id: number
  /** Unlink the records that refer to it first. */
  readonly force?: boolean | undefined
  readonly seen?: Seen | undefined
  /** The step of a trace that requests it, where not the transaction's. */
  readonly traceparent?: string | undefined
}

interface Named {
  readonly path: string
  readonly noun: string
  readonly requireUnlinkable?: ((tx: Tx, id: number) => Promise<void>) | undefined
}

/** @throws RefusedError not_found. */
export async function requireById(table: Table, sql: Sql, workspaceId: number, id: number): Promise<StoredRecord> {
  const [record] = await table.byIds(sql, workspaceId, [id])
  if (!record) throw notFound()
  return record
}

/** @returns the record before it was deleted. @throws RefusedError not_found, precondition_failed, has_dependents. */
export async function removeOne(
  tx: Tx,
  { id, force = false, seen }: Removal,
  { table, events, path, noun, requireUnlinkable }: Pick<WritableKind, 'table' | 'events'> & Named,
  dependents: Dependents,
): Promise<Saved> {
  const record = await requireById(table, tx.sql, tx.workspaceId, id)
  requireUnchanged(seen, record.json, id)
  await releaseDependents(tx, { id, force, dependents, resource: { path, noun }, requireUnlinkable })
  await table.markDeleted(tx, id, tx.stamp(), events.deleted.event)
  return { record, created: false }
}

import type { Sql } from '@matterbase/db'
import type { Tx } from '../tx/write.ts'
import { notFound } from '../verbs/refused.ts'
import { releaseDependents } from './dependents.ts'
import type { Dependents } from './dependents.ts'
import { save } from './save.ts'
import type { Change, SaveOptions } from './save.ts'
import type { StoredRecord, Table, Values } from './table.ts'
import { requireUnchanged } from './tag.ts'
import type { Seen } from './tag.ts'

export interface Saved {
  readonly record: StoredRecord
  readonly created: boolean
}

export interface ChangeOf {
  readonly id: number
  readonly changes: Values
  readonly seen?: Seen | undefined
}

export interface Removal {
  readonly id: number
  /** Unlink the records that refer to it first. */
  readonly force?: boolean | undefined
  readonly seen?: Seen | undefined
}

/** @throws RefusedError not_found. */
export async function requireById(table: Table, sql: Sql, workspaceId: number, id: number): Promise<StoredRecord> {
  const [record] = await table.byIds(sql, workspaceId, [id])
  if (!record) throw notFound()
  return record
}

/** @throws RefusedError. */
export async function saveOne(tx: Tx, change: Change, options: SaveOptions): Promise<Saved> {
  const [outcome] = await save(tx, [change], options)
  if (!outcome || 'error' in outcome) throw outcome?.error ?? new Error('Nothing was saved')
  return outcome
}

/** @throws RefusedError. */
export async function changeOne(tx: Tx, { id, changes, seen }: ChangeOf, options: SaveOptions): Promise<StoredRecord> {
  const existing = await requireById(options.table, tx.sql, tx.workspaceId, id)
  return (await saveOne(tx, { existing, changes, seen }, options)).record
}

/** @throws RefusedError not_found, precondition_failed, has_dependents. */
export async function removeOne(tx: Tx, { id, force = false, seen }: Removal, table: Table, dependents: Dependents) {
  const { json } = await requireById(table, tx.sql, tx.workspaceId, id)
  requireUnchanged(seen, json)
  await releaseDependents(tx, id, dependents, force)
  await table.markDeleted(tx.sql, tx.workspaceId, id, tx.stamp())
}

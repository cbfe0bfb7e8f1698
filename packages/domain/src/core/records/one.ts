import type { Sql } from '@matterbase/db'
import { toldOf } from '../tx/events.ts'
import type { Tx } from '../tx/write.ts'
import { notFound } from '../verbs/refused.ts'
import { releaseDependents } from './dependents.ts'
import type { Dependents } from './dependents.ts'
import type { Saved, SaveOptions } from './save.ts'
import type { Table } from './table/table.ts'
import type { StoredRecord } from './record.ts'
import { requireUnchanged } from './tag.ts'
import type { Seen } from './tag.ts'
import { saveWanted } from './wanted.ts'
import type { Wanted } from './wanted.ts'

export interface Removal {
  readonly id: number
  /** Unlink the records that refer to it first. */
  readonly force?: boolean | undefined
  readonly seen?: Seen | undefined
  /** The step of a trace that asks for it, where not the transaction's. */
  readonly traceparent?: string | undefined
}

interface Named {
  readonly path: string
  readonly noun: string
}

/** @throws RefusedError not_found. */
export async function requireById(table: Table, sql: Sql, workspaceId: number, id: number): Promise<StoredRecord> {
  const [record] = await table.byIds(sql, workspaceId, [id])
  if (!record) throw notFound()
  return record
}

/** @throws RefusedError. */
export async function saveOne(tx: Tx, wanted: Wanted, options: SaveOptions): Promise<Saved> {
  const [outcome] = await saveWanted(tx, [wanted], options)
  if (!outcome || outcome === 'later') throw new Error('Nothing was saved')
  if ('error' in outcome) throw outcome.error
  return outcome
}

/** @returns what it was. @throws RefusedError not_found, precondition_failed, has_dependents. */
export async function removeOne(
  tx: Tx,
  { id, force = false, seen }: Removal,
  { table, events, path, noun }: Pick<SaveOptions, 'table' | 'events'> & Named,
  dependents: Dependents,
): Promise<Saved> {
  const record = await requireById(table, tx.sql, tx.workspaceId, id)
  requireUnchanged(seen, record.json)
  await releaseDependents(tx, { id, force, dependents, resource: { path, noun } })
  await table.markDeleted(tx, id, tx.stamp(), toldOf(tx, events.deleted.event))
  return { record, created: false }
}

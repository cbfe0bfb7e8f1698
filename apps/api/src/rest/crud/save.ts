import { recordEvents } from '@matterbase/domain'
import type { Sql } from '@matterbase/db'
import type { Tx } from '@matterbase/domain'
import type { EventKind, Fields, Rules } from '@matterbase/schemas'
import { ApiError, validationFailed } from '../../http/errors/api-error.ts'
import { mismatchOf } from '../../http/answer/etag.ts'
import { missingReferences } from './references.ts'
import { brokenRules } from './rules.ts'
import type { ChangedRecord, NewRecord, StoredRecord, Table, Values } from './table.ts'

export interface SaveOptions {
  readonly table: Table
  readonly fields: Fields
  readonly rules: Rules
  /** The event that a new record fires. */
  readonly created?: EventKind | undefined
  /** Members that follow from others, filled in before a record is checked. */
  readonly derive?: ((tx: Tx, drafts: readonly Draft[]) => Promise<Values[]>) | undefined
}

/** What a caller wants a record to be: a new one, or an existing one with some members changed. */
export interface Wish {
  readonly existing?: StoredRecord | undefined
  readonly changes: Values
  /** What the caller last saw of the record, where it says so. */
  readonly ifMatch?: string | undefined
  /** The record was looked up by the external_id that it is to have: it cannot be another's. */
  readonly byExternalId?: boolean
}

/** A wish, and the whole record that it would make. */
export interface Draft extends Wish {
  readonly values: Values
}

export type Outcome = { readonly record: StoredRecord; readonly created: boolean } | { readonly error: ApiError }

/**
 * Carries out wishes, each on its own terms: one that cannot be had is answered with its error and
 * changes nothing. A wish that changes nothing writes nothing and moves no stamp.
 */
export async function save(tx: Tx, wishes: readonly Wish[], options: SaveOptions): Promise<Outcome[]> {
  const drafts = await draftsOf(tx, wishes, options)
  const errors = await faults(tx, drafts, options)
  const outcomes = drafts.map<Outcome | undefined>((draft, index) => {
    const error = errors[index]
    if (error) return { error }
    return isUnchanged(draft) ? { record: draft.existing, created: false } : undefined
  })

  const open = drafts.map((draft, index) => ({ draft, index })).filter(({ index }) => outcomes[index] === undefined)
  const fresh = open.filter(({ draft }) => draft.existing === undefined)
  const changed = open.filter(({ draft }) => draft.existing !== undefined)
  const inserted = await insertAll(
    tx,
    options,
    fresh.map(({ draft }) => draft.values),
  )
  const updated = await updateAll(
    tx,
    options,
    changed.map(({ draft }) => draft.values),
  )
  fresh.forEach(({ index }, at) => (outcomes[index] = written(inserted[at], true)))
  changed.forEach(({ index }, at) => (outcomes[index] = written(updated[at], false)))
  return outcomes.map((outcome) => outcome ?? written(undefined, false))
}

/** Whether a wish is already what is stored, as far as its members alone tell. */
export function isAlreadySo({ existing, changes }: Wish): boolean {
  return existing !== undefined && Object.entries(changes).every(([name, value]) => existing.values[name] === value)
}

function isUnchanged(draft: Draft): draft is Draft & { existing: StoredRecord } {
  return isAlreadySo({ existing: draft.existing, changes: draft.values })
}

function initialValues(fields: Fields): Values {
  return Object.fromEntries(Object.entries(fields).map(([name, { initial }]) => [name, initial]))
}

async function draftsOf(tx: Tx, wishes: readonly Wish[], { fields, derive }: SaveOptions): Promise<Draft[]> {
  const initial = initialValues(fields)
  const drafts = wishes.map((wish) => ({ ...wish, values: { ...(wish.existing?.values ?? initial), ...wish.changes } }))
  if (!derive) return drafts
  const derived = await derive(tx, drafts)
  return drafts.map((draft, index) => ({ ...draft, values: derived[index] ?? draft.values }))
}

async function insertAll(tx: Tx, { table, created }: SaveOptions, values: readonly Values[]): Promise<StoredRecord[]> {
  if (values.length === 0) return []
  const records = values.map<NewRecord>((record) => {
    const stamp = tx.stamp().toISOString()
    return { ...record, created_at: stamp, updated_at: stamp }
  })
  const inserted = await table.insert(tx.sql, tx.workspaceId, records)
  const json = inserted.map((record) => record.json)
  if (created) await recordEvents(tx, created, json, tx.now)
  return inserted
}

async function updateAll(tx: Tx, { table }: SaveOptions, values: readonly Values[]): Promise<StoredRecord[]> {
  if (values.length === 0) return []
  const records = values.map((record) => ({ ...record, updated_at: tx.stamp().toISOString() }) as ChangedRecord)
  return table.update(tx.sql, tx.workspaceId, records)
}

function written(record: StoredRecord | undefined, created: boolean): Outcome {
  if (!record) throw new Error('A record was not written')
  return { record, created }
}

/** What would be wrong with a wish, were it carried out. */
export async function whatIsWrong(sql: Sql, workspaceId: number, wish: Wish, { fields, rules }: SaveOptions) {
  const draft = { ...wish, values: { ...(wish.existing?.values ?? initialValues(fields)), ...wish.changes } }
  const [missing = []] = await missingReferences(sql, workspaceId, [draft], fields)
  return [...brokenRules(draft.values, wish.existing === undefined, fields, rules), ...missing]
}

/** The error of each draft, where it has one. */
async function faults(tx: Tx, drafts: readonly Draft[], { table, fields, rules }: SaveOptions) {
  const missing = await missingReferences(tx.sql, tx.workspaceId, drafts, fields)
  const wanted = drafts.map(({ existing, values, byExternalId }) => {
    const id = byExternalId ? null : values['external_id']
    return typeof id === 'string' && id !== existing?.values['external_id'] ? id : undefined
  })
  const asked = wanted.filter((id) => id !== undefined)
  const holders = asked.length > 0 ? await table.byExternalIds(tx.sql, tx.workspaceId, asked) : []
  return drafts.map(({ existing, values, ifMatch }, index): ApiError | undefined => {
    const details = [...brokenRules(values, existing === undefined, fields, rules), ...(missing[index] ?? [])]
    if (details.length > 0) return validationFailed(details)
    const mismatch = mismatchOf(ifMatch, existing?.json)
    if (mismatch) return mismatch
    const holder = holders.find((record) => record.values['external_id'] === wanted[index])
    return holder && externalIdConflict(holder)
  })
}

function externalIdConflict({ values }: StoredRecord) {
  return new ApiError('external_id_conflict', `Record ${values.id} already has this external_id`, {
    body: { existing_id: values.id },
  })
}

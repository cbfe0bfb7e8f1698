import { definitionsFor, readFields } from '../custom-fields/look-up.ts'
import type { ReadFields } from '../custom-fields/sent-fields.ts'
import { allEnded } from './all-ended.ts'
import type { Sql } from '@matterbase/db'
import type { Draft, RecordWrite, StoredRecord, Values } from '../records/record.ts'
import type { WritableKind } from '../records/writable-kind.ts'
import { numberHolders } from '../numbers/number-holders.ts'
import { withMembers } from '../records/members.ts'
import { resolveRelated } from '../records/related-records.ts'
import { missingReferences } from '../records/references.ts'
import { countRivals } from '../records/rivals.ts'
import type { RecordKey } from '../records/table/by-keys.ts'
import { missingWorkspace } from './clock.ts'
import type { Clock } from './clock.ts'
import { draftsOf } from './drafts.ts'
import type { Found } from './plan.ts'

/** A requested write of a workspace. */
export interface Requested {
  readonly workspaceId: number
  readonly write: RecordWrite
}

/**
 * Looks up all that writes of one kind depend on: the records that they name, the records that have their external_ids, and
 * the records that they refer to. Its first statements are sent with the one that locks the workspaces.
 *
 * @param locking the clocks of the workspaces, which the transaction locks.
 */
export async function lookUp(
  sql: Sql,
  requested: readonly Requested[],
  kind: WritableKind,
  locking: Promise<ReadonlyMap<number, Clock>>,
): Promise<Found> {
  const keysBy = (keyOf: (write: RecordWrite) => string | number | undefined) =>
    requested.flatMap(({ workspaceId, write }): RecordKey[] => {
      const key = keyOf(write)
      return key === undefined ? [] : [{ workspaceId, key }]
    })
  const find = async (column: 'id' | 'external_id', keys: readonly RecordKey[]) => {
    const records = await kind.table.byKeys(sql, column, keys)
    return new Map(keys.map((key, at) => [nameOf(key), records[at]]))
  }
  const finding = [find('id', keysBy(idOf)), find('external_id', keysBy(externalIdOf))] as const
  const resolving = resolveRelated(sql, requested, kind.fields)
  const defining = definitionsFor(sql, kind.fields['custom_fields']?.definedFor, requested.map(fieldsIn))
  await allEnded<unknown>([...finding, resolving, defining, locking])
  const resolved = await resolving
  const [byId, byExternalId] = await Promise.all(finding)
  const holderOf = ({ workspaceId, write }: Requested) => {
    const key = externalIdOf(write)
    return key === undefined ? undefined : byExternalId.get(nameOf({ workspaceId, key }))
  }
  const existingOf = (one: Requested) =>
    one.write.as === 'change' ? byId.get(nameOf({ ...one, key: one.write.id })) : ifUpsert(one, holderOf(one))
  const found = requested.map((one) => ({ ...one, existing: existingOf(one) }))
  const sent = await readFields(
    sql,
    await defining,
    found.map((one) => ({ ...fieldsIn(one), isNew: !one.existing, before: one.existing?.values['custom_fields'] })),
  )
  const writes = found.map((one, at) => ({ ...one, write: withFound(one.write, resolved[at]?.changes, sent[at]) }))
  const named = await withMembers(sql, draftsOf(writes, kind), kind.derived ?? {})
  const drafts = await derived(sql, named.drafts, kind, await locking)
  const looking = [missingReferences(sql, drafts, kind.fields), numberHolders(sql, drafts, kind)] as const
  const checking = [
    Promise.resolve(kind.problems?.(sql, drafts)),
    countRivals(sql, drafts, kind),
    Promise.resolve(kind.refuse?.(sql, drafts)),
  ] as const
  await allEnded<unknown>([...looking, ...checking])
  const [missing, numbered] = await Promise.all(looking)
  const [problems, rivals, refused] = await Promise.all(checking)
  return {
    drafts,
    holders: drafts.map((draft, at) => {
      const [holder, one] = [requested[at] && holderOf(requested[at]), draft.existing]
      return holder?.values.id === one?.values.id ? undefined : holder
    }),
    missing: missing.map((details, at) => [
      ...details,
      ...(named.unknown[at] ?? []),
      ...(problems?.[at] ?? []),
      ...(resolved[at]?.wrong ?? []),
      ...(sent[at]?.problems ?? []),
    ]),
    numbered,
    rivals,
    ...(refused && { refused }),
  }
}

/** The custom fields of a write before it is known whether the record exists. */
const fieldsIn = ({ workspaceId, write }: Requested) => ({
  workspaceId,
  sent: write.changes['custom_fields'],
  isNew: write.as !== 'change',
  isEnforced: write.isEnforced ?? false,
})

/** The same write with the IDs of related records and the custom fields that it changes. An upsert keeps its external_id. */
function withFound(
  write: RecordWrite,
  resolved: Values = write.changes,
  sent?: ReadFields,
): RecordWrite & Pick<Draft, 'unknown'> {
  if (!write.related && sent?.changes === undefined) return write
  const changes = { ...resolved, ...(sent?.changes !== undefined && { custom_fields: sent.changes }) }
  const unknown = sent?.unknown ?? []
  if (write.as !== 'upsert') return { ...write, changes, unknown }
  return { ...write, changes: { ...changes, external_id: write.changes.external_id }, unknown }
}

const nameOf = ({ workspaceId, key }: RecordKey) => `${workspaceId} ${key}`
const idOf = (write: RecordWrite) => (write.as === 'change' ? write.id : undefined)
const ifUpsert = ({ write }: Requested, record: StoredRecord | undefined) =>
  write.as === 'upsert' ? record : undefined

function externalIdOf({ changes }: RecordWrite): string | undefined {
  const id = changes['external_id']
  return typeof id === 'string' ? id : undefined
}

/** Computes the fields that follow from others, workspace by workspace. */
async function derived(
  sql: Sql,
  drafts: readonly Draft[],
  { derive }: WritableKind,
  clocks: ReadonlyMap<number, Clock>,
): Promise<readonly Draft[]> {
  const valuesOf = new Map<Draft, Values>()
  for (const [workspaceId, own] of Map.groupBy(drafts, (draft) => draft.workspaceId)) {
    const clock = clocks.get(workspaceId)
    if (!clock) throw missingWorkspace(workspaceId)
    const values = await derive?.({ sql, workspaceId, now: new Date(clock.ms) }, own)
    for (const [at, draft] of own.entries()) valuesOf.set(draft, values?.[at] ?? draft.values)
  }
  return derive ? drafts.map((draft) => ({ ...draft, values: valuesOf.get(draft) ?? draft.values })) : drafts
}

import { mapFields, mergedMaps } from '../records/map-values.ts'
import { namesMember } from '../records/members.ts'
import type { Draft, RecordWrite, StoredRecord } from '../records/record.ts'
import { brokenRules, tooLargeProducts } from '../records/rules.ts'
import type { WritableKind } from '../records/writable-kind.ts'

/** Writes with the whole records that they make, except for derived fields. */
export function draftsOf(
  writes: readonly {
    readonly workspaceId: number
    readonly write: RecordWrite & Pick<Draft, 'unknown'>
    readonly existing?: StoredRecord | undefined
  }[],
  { fields, derived = {} }: Pick<WritableKind, 'fields' | 'derived'>,
): Draft[] {
  const nothing = Object.fromEntries(Object.keys(derived).map((name) => [name, null]))
  const initial = {
    ...Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, field.initial])),
    ...nothing,
  }
  const maps = mapFields(fields)
  return writes.map(({ workspaceId, write, existing }) => {
    const before = existing?.values ?? { ...initial, ...write.defaults }
    const values = { ...before, ...write.changes, ...mergedMaps(maps, before, write.changes) }
    return { ...write, workspaceId, existing, values }
  })
}

/**
 * The new records of writes that can be inserted without a look at the database: the insert itself finds out whether the
 * external_id is free and the references exist. Undefined for a write whose outcome depends on more.
 */
export function unseenDrafts(
  writes: readonly { readonly workspaceId: number; readonly write: RecordWrite }[],
  kind: Pick<WritableKind, 'fields' | 'derived' | 'rules' | 'number' | 'derive' | 'problems'>,
): (Draft | undefined)[] {
  return draftsOf(writes, kind).map((draft) => {
    // The response is made before the values that were sent could be compared with the record.
    const hasReadOnly = Object.keys(draft.sent?.readOnly ?? {}).length > 0
    const isNamed =
      namesMember(draft, kind.derived ?? {}) || (kind.number !== undefined && draft.values[kind.number] !== null)
    const needsLook =
      draft.changes['custom_fields'] !== undefined ||
      kind.derive !== undefined ||
      kind.problems !== undefined ||
      kind.rules.most !== undefined ||
      draft.as === 'change' ||
      draft.seen !== undefined ||
      draft.related !== undefined ||
      hasReadOnly ||
      isNamed
    if (needsLook || brokenRules(draft.values, undefined, kind.fields, kind.rules).length > 0) return undefined
    return tooLargeProducts(draft.values, undefined, kind.rules).length > 0 ? undefined : draft
  })
}

import type { ErrorDetail } from '@matterbase/schemas'
import { disregarded } from '../records/disregarded.ts'
import { areEqual, mapFields, mergedMaps } from '../records/map-values.ts'
import type { Draft, Outcome, RecordWrite, Saved, StoredRecord, Values } from '../records/record.ts'
import type { WritableKind } from '../records/writable-kind.ts'
import { brokenRules, tooLargeProducts } from '../records/rules.ts'
import { changedSince } from '../records/tag.ts'
import { invalidFields, notFound, RefusedError } from '../verbs/refused.ts'

type Contract = Pick<WritableKind, 'noun' | 'fields' | 'derived' | 'rules' | 'follow'>

/** Drafts with what was looked up for each. */
export interface Found {
  readonly drafts: readonly Draft[]
  /** The record that has the external_id of the draft at the same position. */
  readonly holders: readonly (StoredRecord | undefined)[]
  /** References to records that do not exist. */
  readonly missing: readonly (readonly ErrorDetail[])[]
}

/** The write has to be looked up and planned in a later transaction. */
export type Again = 'again'

export interface Plan {
  /** New records that nothing was looked up for. */
  readonly unseen?: readonly Draft[]
  readonly inserts: readonly Draft[]
  readonly updates: readonly Draft[]
  /** The outcomes of drafts that are not written. */
  readonly outcomes: ReadonlyMap<Draft, Outcome | Again>
}

/**
 * Decides what becomes of each write. A write that is refused has its error as outcome and writes nothing. So does a write
 * that changes nothing, which gets no stamp either.
 */
export function planWrites({ drafts, holders, missing }: Found, contract: Contract): Plan {
  const outcomes = new Map<Draft, Outcome | Again>()
  const named = new Set<string>()
  for (const [at, draft] of drafts.entries()) {
    const { existing, workspaceId } = draft
    const name = existing && `${workspaceId} ${existing.values.id}`
    // Two writes of one record, one by its ID and one by its external_id.
    if (name !== undefined && named.has(name)) outcomes.set(draft, 'again')
    else {
      if (name !== undefined) named.add(name)
      const error = refusalOf(draft, holders[at], missing[at] ?? [], contract)
      if (error) outcomes.set(draft, { error })
      else if (isUnchanged(draft, contract))
        outcomes.set(draft, {
          record: draft.existing,
          created: false,
          unchanged: true,
          ...disregardedIn(draft, contract),
        })
    }
  }
  const open = drafts.filter((draft) => !outcomes.has(draft))
  return {
    inserts: open.filter(({ existing }) => existing === undefined),
    updates: open.filter(({ existing }) => existing !== undefined),
    outcomes,
  }
}

/** The outcome of a draft that was written. */
export const savedAs = (draft: Draft, record: StoredRecord, contract: Contract): Saved => ({
  record,
  created: draft.existing === undefined,
  ...disregardedIn(draft, contract),
})

/** Writes with the whole records that they make, except for derived fields. */
export function draftsOf(
  writes: readonly {
    readonly workspaceId: number
    readonly write: RecordWrite & Pick<Draft, 'unknown'>
    readonly existing?: StoredRecord | undefined
  }[],
  { fields, derived = {} }: Pick<Contract, 'fields' | 'derived'>,
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
  kind: Contract & Pick<WritableKind, 'derive'>,
): (Draft | undefined)[] {
  return draftsOf(writes, kind).map((draft) => {
    // The response is made before the values that were sent could be compared with the record.
    const hasReadOnly = Object.keys(draft.sent?.readOnly ?? {}).length > 0
    const needsLook =
      draft.changes['custom_fields'] !== undefined ||
      kind.derive !== undefined ||
      draft.as === 'change' ||
      draft.seen !== undefined ||
      draft.related !== undefined ||
      hasReadOnly
    if (needsLook || brokenRules(draft.values, undefined, kind.fields, kind.rules).length > 0) return undefined
    return tooLargeProducts(draft.values, undefined, kind.rules).length > 0 ? undefined : draft
  })
}

function refusalOf(
  draft: Draft,
  holder: StoredRecord | undefined,
  missing: readonly ErrorDetail[],
  { noun, fields, rules, follow = [] }: Contract,
): RefusedError | undefined {
  const { as, existing, values, seen, sent } = draft
  if (as === 'change' && !existing) return notFound()
  const details = [
    ...brokenRules(values, existing?.values, fields, rules),
    ...tooLargeProducts(values, existing?.values, rules),
    ...missing,
    ...(sent?.isStrict ? unknownFields(draft).map(unknownField) : []),
    ...(sent?.isStrict ? disregarded(draft, follow).map((field) => readOnlyField(field, values)) : []),
  ]
  if (details.length > 0) return invalidFields(details)
  return changedSince(seen, existing?.json, existing?.values.id) ?? (holder && externalIdConflict(holder, noun))
}

/** A field that was sent with another value than the record has; not the value, which the caller may not be allowed to read. */
function readOnlyField(field: string, { case_id: matter = null }: Values): ErrorDetail {
  if (field === 'user_id')
    return { field, code: 'not_found', message: 'is not the ID of a current member of this account' }
  const source = field === 'client_id' && matter !== null ? 'follows from the matter' : sources[field]
  return { field, code: 'read_only', message: `${source ?? 'is set by the service'}. Leave it out` }
}

const sources: Readonly<Record<string, string>> = { status: 'follows from the invoice' }

function externalIdConflict({ values: { id, external_id: externalId } }: StoredRecord, noun: string) {
  const quoted = JSON.stringify((typeof externalId === 'string' ? externalId : '').slice(0, 64).toWellFormed())
  return new RefusedError(
    'external_id_conflict',
    `external_id ${quoted} belongs to ${noun} ${id}. Update ${noun} ${id}, or use PUT.`,
    { facts: { existing_id: id } },
  )
}

function disregardedIn(draft: Draft, { follow = [] }: Contract): Pick<Saved, 'disregarded'> {
  const names = [...disregarded(draft, follow), ...unknownFields(draft)]
  return names.length > 0 ? { disregarded: names } : {}
}

const unknownFields = ({ unknown = [] }: Draft) => unknown.map((key) => `custom_fields.${key}`)

const unknownField = (field: string): ErrorDetail => ({
  field,
  code: 'unknown_field',
  message: 'is not a custom field. GET /custom-fields lists the keys',
})

/** True if a record has these values already. */
export const hasValues = (record: StoredRecord, values: Values): boolean =>
  Object.entries(values).every(([name, value]) => areEqual(record.values[name], value))

/** A field that follows from others changes with them, or with the record that it follows from. */
function isUnchanged(draft: Draft, { fields, derived = {} }: Contract): draft is Draft & { existing: StoredRecord } {
  if (!draft.existing) return false
  const sendable = Object.keys(derived).filter((name) => derived[name]?.input)
  const given = [...Object.keys(fields), ...sendable].map((name) => [name, draft.values[name] ?? null] as const)
  return hasValues(draft.existing, Object.fromEntries(given))
}

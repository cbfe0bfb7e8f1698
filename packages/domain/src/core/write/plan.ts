import { numberKey } from '@matterbase/schemas/reading'
import type { ErrorDetail } from '@matterbase/schemas'
import { newNumber, numberTaken } from '../numbers/number-holders.ts'
import type { NumberHolder } from '../numbers/number-holders.ts'
import { disregarded } from '../records/disregarded.ts'
import { areEqual } from '../records/map-values.ts'
import type { Draft, Outcome, Saved, StoredRecord, Values } from '../records/record.ts'
import { sharedNameOf, tooManyRivals } from '../records/rivals.ts'
import type { WritableKind } from '../records/writable-kind.ts'
import { brokenRules, tooLargeProducts } from '../records/rules.ts'
import { changedSince } from '../records/tag.ts'
import { invalidFields, notFound, RefusedError } from '../verbs/refused.ts'

type Contract = Pick<WritableKind, 'noun' | 'fields' | 'derived' | 'rules' | 'follow' | 'number'>

/** Drafts with what was looked up for each. */
export interface Found {
  readonly drafts: readonly Draft[]
  /** The record that has the external_id of the draft at the same position. */
  readonly holders: readonly (StoredRecord | undefined)[]
  /** References to records that do not exist. */
  readonly missing: readonly (readonly ErrorDetail[])[]
  /** The record, also a deleted one, that has the number of the draft at the same position. */
  readonly numbered?: readonly (NumberHolder | undefined)[]
  /** How many records share what only so many records may share with the draft at the same position. */
  readonly rivals?: readonly number[]
  /** The refusal of the draft at the same position that other records do not allow. */
  readonly refused?: readonly (RefusedError | undefined)[]
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
  /** The numbers that new records get. */
  readonly numbers?: ReadonlyMap<Draft, string>
  /** The drafts that are refused unless a draft that is written is not stored, such as those with its number. */
  readonly later?: readonly Draft[]
}

/**
 * Decides what becomes of each write. A write that is refused has its error as outcome and writes nothing. So does a write
 * that changes nothing, which gets no stamp either.
 */
export function planWrites(
  { drafts, holders, missing, numbered = [], rivals = [], refused = [] }: Found,
  contract: Contract,
): Plan {
  const outcomes = new Map<Draft, Outcome | Again>()
  const named = new Set<string>()
  const taken = new Map<string, number>()
  const later: Draft[] = []
  for (const [at, draft] of drafts.entries()) {
    const { existing, workspaceId } = draft
    const name = existing && `${workspaceId} ${existing.values.id}`
    // Two writes of one record, one by its ID and one by its external_id.
    if (name !== undefined && named.has(name)) outcomes.set(draft, 'again')
    else {
      if (name !== undefined) named.add(name)
      const of = { holder: holders[at], missing: missing[at] ?? [], numbered: numbered[at], refused: refused[at] }
      const rivalCount = rivals[at] ?? 0
      const error = refusalOf(draft, of, contract) ?? tooManyRivals(rivalCount, draft, contract)
      const number = newNumber(draft, contract.number)
      const takes = number === undefined ? sharedNameOf(draft, contract.rules) : `${workspaceId} ${numberKey(number)}`
      const room = number === undefined ? (contract.rules.most?.count ?? 1) - rivalCount : 1
      if (error) outcomes.set(draft, { error })
      else if (takes !== undefined && (taken.get(takes) ?? 0) >= room) {
        outcomes.set(draft, 'again')
        later.push(draft)
      } else if (isUnchanged(draft, contract))
        outcomes.set(draft, {
          record: draft.existing,
          created: false,
          unchanged: true,
          ...disregardedIn(draft, contract),
        })
      else if (takes !== undefined) taken.set(takes, (taken.get(takes) ?? 0) + 1)
    }
  }
  const open = drafts.filter((draft) => !outcomes.has(draft))
  return {
    inserts: open.filter(({ existing }) => existing === undefined),
    updates: open.filter(({ existing }) => existing !== undefined),
    outcomes,
    later,
  }
}

/** The outcome of a draft that was written. */
export const savedAs = (draft: Draft, record: StoredRecord, contract: Contract): Saved => ({
  record,
  created: draft.existing === undefined,
  ...disregardedIn(draft, contract),
})

interface FoundOne {
  readonly holder: StoredRecord | undefined
  readonly missing: readonly ErrorDetail[]
  readonly numbered: NumberHolder | undefined
  readonly refused: RefusedError | undefined
}

function refusalOf(
  draft: Draft,
  { holder, missing, numbered, refused }: FoundOne,
  contract: Contract,
): RefusedError | undefined {
  const { noun, fields, rules, follow = [], number } = contract
  const { as, existing, values, seen, sent } = draft
  if (as === 'change' && !existing) return notFound()
  const isOther = as === 'upsert' && existing !== undefined && !isOfKind(existing, values, contract)
  const details = [
    ...(isOther ? [] : brokenRules(values, existing?.values, fields, rules)),
    ...tooLargeProducts(values, existing?.values, rules),
    ...missing,
    ...(sent?.isStrict ? unknownFields(draft).map(unknownField) : []),
    ...(sent?.isStrict ? disregarded(draft, follow).map((field) => readOnlyField(field, values)) : []),
  ]
  if (details.length > 0) return invalidFields(details)
  return (
    changedSince(seen, existing?.json, existing?.values.id) ??
    refused ??
    (isOther ? externalIdConflict(existing, values, contract) : undefined) ??
    (holder && externalIdConflict(holder, values, contract)) ??
    (numbered && numberTaken(numbered, newNumber(draft, number) ?? '', noun))
  )
}

/** A field that was sent with another value than the record has; not the value, which the caller may not be allowed to read. */
function readOnlyField(field: string, { case_id: matter = null }: Values): ErrorDetail {
  const source = field === 'client_id' && matter !== null ? 'follows from the matter' : sources[field]
  return { field, code: 'read_only', message: `${source ?? 'is set by the service'}. Leave it out` }
}

const sources: Readonly<Record<string, string>> = { status: 'follows from the invoice' }

/** False if an upsert names a record of another kind by its external_id, such as that of a payment for an invoice. */
const isOfKind = ({ values: before }: StoredRecord, values: Values, { rules: { ofKind } }: Contract) =>
  ofKind === undefined || before[ofKind] === values[ofKind]

function externalIdConflict(holder: StoredRecord, values: Values, contract: Contract) {
  const { noun, rules } = contract
  const { id, external_id: externalId } = holder.values
  const quoted = JSON.stringify((typeof externalId === 'string' ? externalId : '').slice(0, 64).toWellFormed())
  const todo = isOfKind(holder, values, contract)
    ? `Update ${noun} ${id}, or use PUT.`
    : `It has another ${rules.ofKind}, so use another external_id.`
  return new RefusedError('external_id_conflict', `external_id ${quoted} belongs to ${noun} ${id}. ${todo}`, {
    facts: { existing_id: id },
  })
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

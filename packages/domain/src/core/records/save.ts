import type { Deriveds, EventKind, Fields, Rules } from '@matterbase/schemas'
import { allEnded } from '../tx/all-ended.ts'
import { toldOf } from '../tx/events.ts'
import type { Tx } from '../tx/write.ts'
import { RefusedError } from '../verbs/refused.ts'
import { disregarded } from './disregarded.ts'
import { faults } from './faults.ts'
import type { Lot } from './table/lots.ts'
import type { Table } from './table/table.ts'
import type { ChangedRecord, EventsOfRecord, NewRecord, StoredRecord, Values, Change, Draft } from './record.ts'

export interface SaveOptions {
  readonly table: Table
  /** `time entry` */
  readonly noun: string
  readonly fields: Fields
  readonly derived?: Deriveds | undefined
  readonly rules: Rules
  readonly events: EventsOfRecord
  /** Members that follow from others, filled in before a record is checked. */
  readonly derive?: ((tx: Tx, drafts: readonly Draft[]) => Promise<Values[]>) | undefined
  /** Members that follow from other records, whatever is sent of them. */
  readonly follow?: readonly string[] | undefined
  /** What else changes with records that change, once they are written; undefined where nothing does. */
  readonly consequence?: ((changed: readonly Draft[]) => ((tx: Tx) => Promise<void>) | undefined) | undefined
}

/** What a change came to. */
export interface Saved {
  readonly record: StoredRecord
  readonly created: boolean
  /** It was stored already, so nothing was written. */
  readonly unchanged?: true
  /** Members that were sent with another value than the record has. */
  readonly disregarded?: readonly string[]
}

export type Outcome = Saved | { readonly error: RefusedError }

/** Of a new record that is to be wanted again when another one has its external_id. */
export const takenOutcome: Outcome = {
  error: new RefusedError(
    'external_id_conflict',
    'Another record has this external_id. Update that record, or use PUT.',
  ),
}

/**
 * Makes changes, each by itself: one that is refused has its error as outcome and writes nothing. So does one
 * that changes nothing, which moves no stamp either.
 *
 * @param onSent is called once all statements have been sent.
 */
export async function save(
  tx: Tx,
  changes: readonly Change[],
  options: SaveOptions,
  onSent?: () => void,
): Promise<Outcome[]> {
  const drafts = await wholeDraftsOf(tx, changes, options)
  const errors = await faults(tx, drafts, options)
  const outcomes = drafts.map<Outcome | undefined>((draft, index) => {
    const error = errors[index]
    if (error) return { error }
    return isUnchanged(draft, options)
      ? { record: draft.existing, created: false, unchanged: true, ...ignoredOf(draft, options) }
      : undefined
  })

  const open = drafts.map((draft, index) => ({ draft, index })).filter(({ index }) => outcomes[index] === undefined)
  const fresh = open.filter(({ draft }) => draft.existing === undefined && draft.ifTaken !== 'later')
  const hopeful = open.filter(({ draft }) => draft.existing === undefined && draft.ifTaken === 'later')
  const changed = open.filter(({ draft }) => draft.existing !== undefined)
  const draftsIn = (some: typeof open) => some.map(({ draft }) => draft)
  const written = [
    insertAll(tx, options, draftsIn(fresh), options.table.insert),
    insertAll(tx, options, draftsIn(hopeful), options.table.insertUnlessTaken),
    updateAll(tx, options, draftsIn(changed)),
  ]
  const consequence = options.consequence?.(draftsIn(changed))
  if (!consequence) onSent?.()
  const records = (await allEnded(written)).flat()
  if (consequence) {
    await consequence(tx)
    onSent?.()
  }
  ;[...fresh, ...hopeful, ...changed].forEach(({ draft, index }, at) => {
    const record = records[at]
    if (record) outcomes[index] = { record, created: draft.existing === undefined, ...ignoredOf(draft, options) }
    else if (draft.ifTaken === 'later') outcomes[index] = takenOutcome
  })
  return outcomes.map((outcome) => {
    if (!outcome) throw new Error('A record was not written')
    return outcome
  })
}

function ignoredOf(draft: Draft, { follow = [] }: SaveOptions): Pick<Saved, 'disregarded'> {
  const names = disregarded(draft, follow)
  return names.length > 0 ? { disregarded: names } : {}
}

/** Whether a change is stored already, as far as its members alone tell. */
export function isAlreadySo({ existing, changes }: Change): boolean {
  return existing !== undefined && Object.entries(changes).every(([name, value]) => existing.values[name] === value)
}

/** What follows from other members moves with them, or when that which it follows from does. */
function isUnchanged(draft: Draft, { fields, derived = {} }: SaveOptions): draft is Draft & { existing: StoredRecord } {
  if (!draft.existing) return false
  const sendable = Object.keys(derived).filter((name) => derived[name]?.input)
  const given = [...Object.keys(fields), ...sendable].map((name) => [name, draft.values[name] ?? null])
  return isAlreadySo({ existing: draft.existing, changes: Object.fromEntries(given) as Values })
}

function initialValues(fields: Fields): Values {
  return Object.fromEntries(Object.entries(fields).map(([name, { initial }]) => [name, initial]))
}

/** Changes with the whole records that they make, but for what is derived. */
export function draftsOf(changes: readonly Change[], { fields, derived = {} }: SaveOptions): Draft[] {
  const nothing = Object.fromEntries(Object.keys(derived).map((name) => [name, null]))
  const initial = { ...initialValues(fields), ...nothing }
  return changes.map((change) => ({
    ...change,
    values: { ...(change.existing?.values ?? { ...initial, ...change.defaults }), ...change.changes },
  }))
}

async function wholeDraftsOf(tx: Tx, changes: readonly Change[], options: SaveOptions): Promise<Draft[]> {
  const { derive } = options
  const drafts = draftsOf(changes, options)
  if (!derive) return drafts
  const whole = await derive(tx, drafts)
  return drafts.map((draft, index) => ({ ...draft, values: whole[index] ?? draft.values }))
}

async function insertAll(
  tx: Tx,
  { events }: SaveOptions,
  drafts: readonly Draft[],
  insert: Table['insertUnlessTaken'],
): Promise<(StoredRecord | undefined)[]> {
  if (drafts.length === 0) return []
  const records = drafts.map<NewRecord>(({ values }) => {
    const stamp = tx.stamp().toISOString()
    return { ...values, created_at: stamp, updated_at: stamp }
  })
  return tx.together(insert, lotOf(tx, records, drafts, events.created.event))
}

async function updateAll(tx: Tx, { table, events }: SaveOptions, drafts: readonly Draft[]): Promise<StoredRecord[]> {
  if (drafts.length === 0) return []
  const records = drafts.map(({ values }) => ({ ...values, updated_at: tx.stamp().toISOString() }) as ChangedRecord)
  return tx.together(table.update, lotOf(tx, records, drafts, events.updated.event))
}

function lotOf<R extends Values>(tx: Tx, records: readonly R[], drafts: readonly Draft[], kind: EventKind): Lot<R> {
  const traceparents = drafts.map(({ traceparent }) => traceparent)
  const isTraced = traceparents.some((traceparent) => traceparent !== undefined)
  return {
    workspaceId: tx.workspaceId,
    records,
    told: toldOf(tx, kind),
    traceparents: isTraced ? traceparents : undefined,
  }
}

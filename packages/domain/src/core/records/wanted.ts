import type { Taking, Tx } from '../tx/write.ts'
import { notFound } from '../verbs/refused.ts'
import { requireFittingAnswer } from './answer-size.ts'
import { brokenRules } from './rules.ts'
import { draftsOf, save, takenOutcome } from './save.ts'
import type { Outcome, SaveOptions } from './save.ts'
import type { Change, IfTaken, Sent, StoredRecord, Values } from './record.ts'
import type { Seen } from './tag.ts'

export type Upsert = Values & { readonly external_id: string }

/** One of many upserts. */
export interface UpsertItem {
  readonly changes: Upsert
  readonly sent?: Sent | undefined
}

/** What is wanted of one record, before anything is known of it. */
export type Wanted = (
  | {
      readonly as: 'create'
      readonly changes: Values
      readonly ifTaken?: IfTaken
    }
  | { readonly as: 'upsert'; readonly changes: Upsert; readonly seen?: Seen | undefined }
  | { readonly as: 'change'; readonly id: number; readonly changes: Values; readonly seen?: Seen | undefined }
) & {
  /** What it begins with when it is new. */
  readonly defaults?: Values
  readonly sent?: Sent | undefined
  /** The step of a trace that wants it. */
  readonly traceparent?: string
}

/**
 * Something else of these is about the same record, or this one does not fit what is there: it can only be done after that,
 * or once it has been looked into.
 */
export type Later = 'later'

/**
 * Does what is wanted of many records, each with its own outcome. None of them may name what another one names.
 *
 * @param onSent is called once all statements have been sent.
 */
export async function saveWanted(
  tx: Tx,
  wanted: readonly Wanted[],
  options: SaveOptions,
  onSent?: () => void,
): Promise<(Outcome | Later)[]> {
  const found = await findAll(tx, wanted, options)
  requireFittingAnswer(found.map((record) => record?.json))
  return saveFound(tx, wanted, found, options, onSent)
}

/**
 * The same in a workspace that is being taken.
 *
 * @param onSent is called once all statements have been sent.
 */
export async function saveEarly(
  taking: Taking,
  wanted: readonly Wanted[],
  options: SaveOptions,
  onSent?: () => void,
): Promise<(Outcome | Later)[]> {
  if (taking.isAlone && wanted.every(isHopeful)) {
    const records = newRecords(wanted, options)
    if (records) return insertWhatFits(taking, records, options, onSent)
  }
  const found = await findAll(taking, wanted, options)
  return saveFound(await taking.taken, wanted, found, options, onSent)
}

// Those that are traced belong to steps of their own, which are told apart by stamps that are known.
const isHopeful = (one: Wanted) => one.as === 'create' && one.ifTaken === 'later' && one.traceparent === undefined

/** The records that these make if nobody has them; undefined where more must be known to tell, or one is refused. */
export function newRecords(wanted: readonly Wanted[], options: SaveOptions): Values[] | undefined {
  const { derive, fields, rules } = options
  // The response comes before the record is looked at, so nothing that was sent is compared.
  if (derive || wanted.length === 0 || wanted.some(({ sent }) => Object.keys(sent?.readOnly ?? {}).length > 0))
    return undefined
  const records = draftsOf(wanted, options).map(({ values }) => values)
  return records.every((record) => brokenRules(record, undefined, fields, rules).length === 0) ? records : undefined
}

/** What does not fit is looked into later. */
async function insertWhatFits(
  { workspaceId, together }: Taking,
  records: readonly Values[],
  { table, events }: SaveOptions,
  onSent: (() => void) | undefined,
): Promise<(Outcome | Later)[]> {
  const inserting = together(table.insertBlindWhatFits, { workspaceId, records, kind: events.created.event })
  onSent?.()
  return (await inserting).map((record) => (record ? { record, created: true } : 'later'))
}

async function saveFound(
  tx: Tx,
  wanted: readonly Wanted[],
  found: readonly (StoredRecord | undefined)[],
  options: SaveOptions,
  onSent: (() => void) | undefined,
): Promise<(Outcome | Later)[]> {
  const taken = new Set<number>()
  const outcomes = wanted.map<Outcome | Later | undefined>((one, at) => {
    const existing = found[at]
    if (one.as === 'change' && !existing) return { error: notFound() }
    if (!existing) return undefined
    if (taken.has(existing.values.id)) return 'later'
    taken.add(existing.values.id)
    return undefined
  })
  const changes = wanted.flatMap<Change>((one, at) =>
    outcomes[at] ? [] : [{ ...one, existing: found[at], byExternalId: one.as === 'upsert' }],
  )
  const saved = await save(tx, changes, options, onSent)
  let next = 0
  return outcomes.map((outcome) => {
    const result = outcome ?? saved[next++]
    if (!result) throw new Error('A record was not saved')
    return result === takenOutcome ? 'later' : result
  })
}

/** The records that are there already, in the order of what is wanted. */
async function findAll(
  { together, workspaceId }: Pick<Tx, 'together' | 'workspaceId'>,
  wanted: readonly Wanted[],
  { table }: SaveOptions,
) {
  const ids = wanted.flatMap((one) => (one.as === 'change' ? [one.id] : []))
  const externalIds = wanted.flatMap((one) => (one.as === 'upsert' ? [one.changes.external_id] : []))
  const found = [
    ...(ids.length > 0 ? await together(table.byIdsOfAll, { workspaceId, keys: ids }) : []),
    ...(externalIds.length > 0 ? await together(table.byExternalIdsOfAll, { workspaceId, keys: externalIds }) : []),
  ]
  const byId = new Map(found.map((record) => [record.values.id, record]))
  const byExternalId = new Map(found.map((record) => [record.values['external_id'], record]))
  return wanted.map((one) => {
    if (one.as === 'create') return undefined
    return one.as === 'change' ? byId.get(one.id) : byExternalId.get(one.changes.external_id)
  })
}

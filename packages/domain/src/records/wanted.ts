import type { Tx } from '../tx/write.ts'
import { notFound } from '../verbs/refused.ts'
import { takenOutcome, save } from './save.ts'
import type { Outcome, SaveOptions } from './save.ts'
import type { Change, IfTaken, Values } from './record.ts'
import type { Seen } from './tag.ts'

export type Upsert = Values & { readonly external_id: string }

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
  /** The step of a trace that wants it. */
  readonly traceparent?: string
}

/**
 * Something else of these is about the same record, or another record has the external_id: this one can only be done after
 * it, or once that has been looked for.
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
async function findAll({ together, workspaceId }: Tx, wanted: readonly Wanted[], { table }: SaveOptions) {
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

import { pluralOf } from '@matterbase/schemas'
import { allEnded } from '../tx/all-ended.ts'
import type { BlindTx, Tx } from '../tx/write.ts'
import { invalid, RefusedError } from '../verbs/refused.ts'
import type { Actor } from '../verbs/actor.ts'
import type { Note } from '../verbs/verb.ts'
import type { Values } from './record.ts'
import { requireReferences } from './references.ts'
import type { Outcome, Saved, SaveOptions } from './save.ts'
import { saveWanted } from './wanted.ts'
import type { UpsertItem, Wanted } from './wanted.ts'

export interface Upserts {
  readonly items: readonly UpsertItem[]
  /** How many more came with them and were refused before. */
  readonly refused: number
  /** Called once all statements have been sent; not for what is then noted in the audit log. */
  readonly onSent?: (() => void) | undefined
}

/** What became of one of many records. */
export interface Done {
  readonly id: number
  /** Why it was left as it is. */
  readonly error?: RefusedError
}

/**
 * Upserts records by their external_id; each has its own outcome, in their order.
 *
 * @param onSent as of `Upserts`.
 */
export async function saveMany(
  tx: Tx,
  wanted: readonly Wanted[],
  options: SaveOptions,
  onSent: (() => void) | undefined,
): Promise<Outcome[]> {
  const outcomes = await saveWanted(tx, wanted, options, onSent)
  // No two of them have the same external_id, so none has to wait for another.
  return outcomes.filter((outcome) => outcome !== 'later')
}

/** Records of a file. */
export interface Import {
  readonly items: readonly Wanted[]
  /** How many more came with them and were refused before. */
  readonly refused: number
}

/** Creates, upserts and changes records; each has its own outcome, in their order. */
export async function importAll(
  tx: Tx,
  wanted: readonly Wanted[],
  options: SaveOptions,
  defaults: Values | undefined,
): Promise<Outcome[]> {
  const outcomes = await saveWanted(tx, defaults ? wanted.map((one) => ({ ...one, defaults })) : wanted, options)
  return outcomes.map((outcome) => (outcome === 'later' ? { error: namedTwice() } : outcome))
}

const namedTwice = () =>
  invalid('id', 'repeated', 'names a record that another row of the file names too. Keep one of the rows')

/**
 * Inserts records without a look at what there is.
 *
 * @param onSent is called once all statements have been sent.
 * @throws what PostgreSQL says of the data, where one has an external_id that is taken or refers to what is not there.
 */
export async function insertBlind(
  tx: BlindTx,
  records: readonly Values[],
  { table, fields, events }: SaveOptions,
  onSent?: () => void,
): Promise<Saved[]> {
  const references = requireReferences(tx, records, fields)
  const { workspaceId, traceparent } = tx
  const inserting = tx.together(table.insertBlind, { workspaceId, records, kind: events.created.event, traceparent })
  onSent?.()
  await allEnded<unknown>([...references, inserting])
  return (await inserting).map((record) => {
    if (!record) throw new Error('A record was not written')
    return { record, created: true }
  })
}

/** Whether an import is in the audit log. Those of keys are the ordinary work of a sync, all day: they are in the request log. */
export const isNoted = ({ by }: Actor) => by.kind !== 'key'

/** How an import went, without its records; nothing when it changed none. */
export function noteOfImport(
  noun: string,
  { items, refused }: Pick<Import, 'refused'> & { readonly items: readonly unknown[] },
  outcomes: readonly Outcome[],
): Note | undefined {
  const saved = outcomes.filter((outcome) => 'record' in outcome)
  if (saved.length === 0) return undefined
  const created = saved.filter((outcome) => outcome.created).length
  const failed = items.length - saved.length + refused
  return { target: pluralOf(noun), details: { created, updated: saved.length - created, failed } }
}

/** Does the same to each of many records. A refusal comes before anything of its record is written, so the rest goes on. */
export async function eachOf(ids: readonly number[], act: (id: number) => Promise<unknown>): Promise<Done[]> {
  const results: Done[] = []
  for (const id of new Set(ids)) {
    try {
      await act(id)
      results.push({ id })
    } catch (error) {
      if (!(error instanceof RefusedError)) throw error
      results.push({ id, error })
    }
  }
  return results
}

/** One entry for all that could be done; nothing when none could. */
export function noteOfMany(noun: string, results: readonly Done[], more: object = {}): Note | undefined {
  const ids = results.filter(({ error }) => !error).map(({ id }) => id)
  if (ids.length === 0) return undefined
  const target = ids.length === 1 ? `${noun} ${ids[0]}` : `${ids.length} ${pluralOf(noun)}`
  return { target, details: { ...more, ids, failed: results.length - ids.length } }
}

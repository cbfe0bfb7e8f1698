import { pluralOf } from '@matterbase/schemas'
import type { Actor } from '../verbs/actor.ts'
import { invalid, RefusedError } from '../verbs/refused.ts'
import type { Note } from '../verbs/verb.ts'
import type { Again } from '../write/plan.ts'
import type { Outcome, RecordWrite, UpsertItem } from './record.ts'
import type { Seen } from './tag.ts'

export interface Upserts {
  readonly items: readonly UpsertItem[]
  /** The number of items of the same request that were refused before. */
  readonly refused: number
  /** The outcomes of `insertAhead`. */
  readonly inserted?: readonly (Outcome | Again)[] | undefined
}

/** Records to delete. */
export interface ManyRemovals {
  readonly ids: readonly number[]
  /** Unlink the records that refer to them first. */
  readonly force?: boolean | undefined
  /** The versions of a record that may be deleted. Default: any. */
  readonly seenOf?: ReadonlyMap<number, Seen | undefined> | undefined
}

/** The result for one of many records. */
export interface Done {
  readonly id: number
  /** Why it was left as it is. */
  readonly error?: RefusedError
}

/** Records of a file. */
export interface Import {
  readonly items: readonly RecordWrite[]
  /** The number of items of the same file that were refused before. */
  readonly refused: number
}

/** Each record has an outcome of its own: one that another row names too is an error of its row. */
export const outcomesOf = (outcomes: readonly (Outcome | Again)[]): Outcome[] =>
  outcomes.map((outcome) => (outcome === 'again' ? { error: namedTwice() } : outcome))

const namedTwice = () =>
  invalid('id', 'repeated', 'names a record that another row of the file names too. Keep one of the rows')

/** The audit log does not have the imports of API keys, which are the ordinary work of a sync. They are in the request log. */
const isNoted = ({ by }: Actor) => by.kind !== 'key'

/** The counts of an import, without its records; undefined when it changed none. */
export function noteOfImport(
  noun: string,
  { items, refused }: Pick<Import, 'refused'> & { readonly items: readonly unknown[] },
  outcomes: readonly Outcome[],
  actor: Actor,
): Note | undefined {
  const saved = outcomes.filter((outcome) => 'record' in outcome)
  if (saved.length === 0 || !isNoted(actor)) return undefined
  const created = saved.filter((outcome) => outcome.created).length
  const failed = items.length - saved.length + refused
  return { target: pluralOf(noun), details: { created, updated: saved.length - created, failed } }
}

/** Does the same to each of many records. A refusal comes before its record is written, so the rest continues. */
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

/** One entry for all that succeeded; undefined when none did. */
export function noteOfMany(noun: string, results: readonly Done[], more: object = {}): Note | undefined {
  const ids = results.filter(({ error }) => !error).map(({ id }) => id)
  if (ids.length === 0) return undefined
  const target = ids.length === 1 ? `${noun} ${ids[0]}` : `${ids.length} ${pluralOf(noun)}`
  return { target, details: { ...more, ids, failed: results.length - ids.length } }
}

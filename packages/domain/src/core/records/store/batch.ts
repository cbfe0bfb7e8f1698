import { allEnded } from '../../tx/all-ended.ts'
import type { Taking, Tx } from '../../tx/write.ts'
import { RefusedError } from '../../verbs/refused.ts'
import type { Outcome, Saved } from '../save.ts'
import type { Later, Wanted } from '../wanted.ts'

/** @param onSent is called once all statements have been sent. */
export type SaveAll = (
  taking: Taking,
  wanted: readonly Wanted[],
  onSent: (() => void) | undefined,
) => Promise<readonly (Outcome | Later)[]>

/** Tells, in the same transaction, of what was saved. It has sent its statements, or thrown, when it returns. */
export type NoteOf = (tx: Tx, saved: Saved) => Promise<void>

/** Something else that becomes of a record. It is refused before it writes anything. */
interface Act {
  readonly as: 'act'
  readonly id: number
  readonly run: (tx: Tx) => Promise<Saved>
}

/** What is done only once, however often it is asked for. */
export interface Once {
  /** The same for what is the same: no two of them are in one transaction. */
  readonly name: string
  /** Looks, in the transaction, whether it may be done; answers the error that it ends with if not. */
  readonly begin: (tx: Pick<Tx, 'sql' | 'together'>) => Promise<Error | undefined>
  /** Keeps, in the transaction, that it was done. */
  readonly end: NoteOf
}

export interface Asked {
  readonly wanted: Wanted | Act
  /** Not told of what was so already. */
  readonly note?: NoteOf | undefined
  readonly once?: Once | undefined
}

export type Settled = Outcome | { readonly error: Error }

/** What became of each. */
export type Outcomes<A extends Asked> = Map<A, Settled | Later>

/**
 * Does what can be done together in one transaction; each has its own outcome.
 *
 * @param onSent is called where all statements have been sent before their answers are there.
 */
export async function doAll<A extends Asked>(
  taking: Taking,
  batch: readonly A[],
  saveAll: SaveAll,
  onSent: () => void,
): Promise<Outcomes<A>> {
  const outcomes: Outcomes<A> = new Map()
  const refusals = await allEnded(batch.map(async ({ once }) => once?.begin(taking)))
  for (const [at, one] of batch.entries()) {
    const error = refusals[at]
    if (error) outcomes.set(one, { error })
  }
  const open = batch.filter((one) => !outcomes.has(one))
  const saves = open.flatMap((one) => (one.wanted.as === 'act' ? [] : [{ one, wanted: one.wanted }]))
  const wanted = saves.map((save) => save.wanted)
  const areSaves = saves.length === open.length
  const isAlone = taking.isAlone && areSaves
  // Nothing else is written that depends on what PostgreSQL answers.
  const isAll = areSaves && open.every(({ note, once }) => !note && !once)
  const saved = wanted.length > 0 ? await saveAll({ ...taking, isAlone }, wanted, isAll ? onSent : undefined) : []
  for (const [at, { one }] of saves.entries()) {
    const outcome = saved[at]
    if (outcome) outcomes.set(one, outcome)
  }
  if (isAll) return outcomes
  const tx = await taking.taken
  const acts = open.map(async (one) => {
    if (one.wanted.as === 'act') outcomes.set(one, await one.wanted.run(tx).catch(refusalOf))
  })
  await allEnded(acts)
  await noteAll(tx, outcomes, onSent)
  return outcomes
}

function refusalOf(error: unknown) {
  if (error instanceof RefusedError) return { error }
  throw error
}

async function noteAll(tx: Tx, outcomes: Outcomes<Asked>, onSent: () => void) {
  const notes: Promise<void>[] = []
  try {
    for (const [{ note, once }, outcome] of outcomes) {
      if (outcome === 'later' || 'error' in outcome) continue
      if (note && !outcome.unchanged) notes.push(note(tx, outcome))
      if (once) notes.push(once.end(tx, outcome))
    }
    onSent()
  } finally {
    // What was sent has ended when the transaction does.
    await allEnded(notes)
  }
}

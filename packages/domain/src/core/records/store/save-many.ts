import type { Blind, Work } from '../../tx/write.ts'
import type { Actor } from '../../verbs/actor.ts'
import type { RecordKind } from '../record-kind.ts'
import type { Outcome } from '../save.ts'
import type { UpsertItem } from '../wanted.ts'
import { countingInRow } from './in-row.ts'

/** So many requests in a row that had only new records, and the next one is expected to: one that has not is done twice. */
const enough = 3

export interface ManyUpserts {
  readonly items: readonly UpsertItem[]
  /** How many more came with them and were refused before. */
  readonly refused: number
  /** Whether what becomes of them decides whether there is a commit. */
  readonly isAtomic: boolean
}

export interface ManyWrites<T> {
  readonly work: Work<T>
  /** To be tried first, where all are expected to be new. */
  readonly blind: () => Blind<T> | undefined
}

/**
 * Upserts many records for `write`. An import has new ones only: these are inserted without a look. If one is there after
 * all, the ordinary way is taken.
 *
 * @param answer makes of the outcomes what the write answers.
 */
export type SaveMany = <T>(
  kind: RecordKind,
  actor: Actor,
  upserts: ManyUpserts,
  answer: (outcomes: readonly Outcome[]) => T,
) => ManyWrites<T>

export function savingMany(): SaveMany {
  const importsOf = new Map<RecordKind, ReturnType<typeof countingInRow>>()
  return (kind, actor, { isAtomic, ...upserts }, answer) => {
    const { workspaceId } = actor
    const imports = importsOf.get(kind) ?? countingInRow()
    importsOf.set(kind, imports)
    // Whether a try without a look came before: it failed then, whatever the write with one comes to.
    let isTried = false
    const sentOf = (onSent: () => void) => (isAtomic ? undefined : onSent)
    return {
      async work(tx, onSent) {
        const outcomes = await kind.upsertMany(tx, actor, { ...upserts, onSent: sentOf(onSent) })
        const areNew = outcomes.every((outcome) => 'record' in outcome && outcome.created)
        if (outcomes.length > 0) imports.note(workspaceId, areNew && !isTried)
        return answer(outcomes)
      },
      blind() {
        if (imports.count(workspaceId) < enough) return undefined
        const records = kind.newRecords(actor, upserts.items)
        isTried = records !== undefined
        return (
          records &&
          (async (tx, onSent) =>
            answer(await kind.insertMany(tx, actor, { ...upserts, records, onSent: sentOf(onSent) })))
        )
      },
    }
  }
}

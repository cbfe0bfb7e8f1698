import type { Blind, Work } from '../../tx/write.ts'
import type { Actor } from '../../verbs/actor.ts'
import type { RecordKind } from '../record-kind.ts'
import type { Outcome } from '../save.ts'
import type { Upsert } from '../wanted.ts'
import { countingInRow } from './in-row.ts'

/** So many requests in a row that had only new records, and the next one is expected to. */
const enough = 3

export interface ManyUpserts {
  readonly items: readonly Upsert[]
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
 * Upserts many records for `write`. An import has new ones only: these are inserted without a look, which is given up when
 * one is there.
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
    const sentOf = (onSent: () => void) => (isAtomic ? undefined : onSent)
    return {
      async work(tx, onSent) {
        const outcomes = await kind.upsertMany(tx, actor, { ...upserts, onSent: sentOf(onSent) })
        imports.note(
          workspaceId,
          outcomes.every((outcome) => 'record' in outcome && outcome.created),
        )
        return answer(outcomes)
      },
      blind() {
        if (imports.count(workspaceId) < enough) return undefined
        const records = kind.newRecords(actor, upserts.items)
        return (
          records && {
            stamps: records.length,
            work: async (tx, onSent) =>
              answer(await kind.insertMany(tx, actor, { ...upserts, records, onSent: sentOf(onSent) })),
          }
        )
      },
    }
  }
}

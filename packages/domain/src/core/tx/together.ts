import { setImmediate } from 'node:timers/promises'
import type { Sql } from '@matterbase/db'

/** Carries out for many what each wants, in as few statements as for one, and answers them in their order. */
export type ForAll<I, O> = (sql: Sql, wanted: readonly I[]) => Promise<readonly O[]>

/** Answers one of those that `run` is for. */
export type Together = <I, O>(run: ForAll<I, O>, wanted: I) => Promise<O>

export interface Gathered {
  readonly together: Together
  /** Whether all that was wanted until now has been sent. */
  readonly sent: () => Promise<unknown>
}

/** Sends each at once. */
export const alone = (sql: Sql): Gathered => ({
  together: async <I, O>(run: ForAll<I, O>, wanted: I) => only(await run(sql, [wanted]), 0),
  sent: () => Promise.resolve(),
})

/** Until all of one workspace have said what they want: they do without a wait in between. */
export const oneCame = () => Promise.resolve()
/** Until all of several have: each goes on when the statement before, which they share, is answered. */
export const severalCame = () => setImmediate()

/** What is wanted of the same `run` until all have `come` goes in one statement. */
export function gathering(sql: Sql, come: () => Promise<void>): Gathered {
  const gathered = new Map<unknown, Statement>()

  function gather(run: ForAll<unknown, unknown>): Statement {
    const all: unknown[] = []
    const sent = Promise.withResolvers<void>()
    const send = async () => {
      await come()
      gathered.delete(run)
      try {
        return run(sql, all)
      } finally {
        sent.resolve()
      }
    }
    const begun = { all, answers: send(), sent: sent.promise }
    gathered.set(run, begun)
    return begun
  }

  return {
    async together<I, O>(run: ForAll<I, O>, wanted: I) {
      const { all, answers } = gathered.get(run) ?? gather(run as ForAll<unknown, unknown>)
      const place = all.push(wanted) - 1
      return only((await answers) as readonly O[], place)
    },
    sent: () => Promise.all(Array.from(gathered.values(), ({ sent }) => sent)),
  }
}

/** One that is still to be sent. */
interface Statement {
  readonly all: unknown[]
  readonly answers: Promise<readonly unknown[]>
  readonly sent: Promise<void>
}

function only<O>(answers: readonly O[], place: number): O {
  if (!(place in answers)) throw new Error('A workspace has no answer')
  return answers[place] as O
}

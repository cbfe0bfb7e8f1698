import type { Tx } from '@matterbase/domain'
import type { Context } from '../../http/operations/context.ts'

/** Leaves a transaction with an answer and without its changes. */
class RolledBack<T> extends Error {
  readonly answer: T

  constructor(answer: T) {
    super('Rolled back')
    this.answer = answer
  }
}

/** Does `work` in a transaction, answers what came of it and takes all of it back. */
export async function rolledBack<T>({ write }: Context, work: (tx: Tx) => Promise<T>): Promise<T> {
  try {
    return await write<never>(async (tx) => {
      throw new RolledBack(await work(tx))
    })
  } catch (error) {
    if (error instanceof RolledBack) return error.answer as T
    throw error
  }
}

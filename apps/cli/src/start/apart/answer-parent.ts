import { flushCompileCache } from 'node:module'
import { explain } from '../../explain.ts'

/** Does what the process that forked this one asks for, tells it what came of it, and ends. See `runApart`. */
export function answerParent(work: (input: never) => Promise<unknown>): void {
  // The parent process has ended, and the database with it.
  process.once('disconnect', () => process.exit(1))
  process.once('message', (input) => {
    work(input as never).then(
      (result) => answer({ result: result ?? null }),
      (error: unknown) => answer({ error: explain(error) }),
    )
  })
}

function answer(message: object): void {
  process.send?.(message, () => {
    flushCompileCache()
    process.exit(0)
  })
}

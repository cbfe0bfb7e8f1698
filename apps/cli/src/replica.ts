import { catchUp, replicaPatienceMs } from '@matterbase/db'
import { withClient } from './connect.ts'
import { explain } from './explain.ts'

/** Waits until the replica has all that the primary has. Answers why it will not do in its place, if so. */
export async function replicaProblem(
  primary: string,
  replica: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  try {
    await withClient(primary, signal, (ours) =>
      withClient(replica, signal, (theirs) => catchUp(ours, theirs, replicaPatienceMs)),
    )
    return undefined
  } catch (error) {
    signal.throwIfAborted()
    return explain(error)
  }
}

import { catchUp, replicaPatienceMs } from '@matterbase/db'
import { withClient } from './connect.ts'
import { explain } from './explain.ts'

/** Waits until the replica has all that the primary has. Returns the reason why it cannot be used, if any. */
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

import type { Sql } from '@matterbase/db'
import { RefusedError, tagOf } from '@matterbase/domain'
import type { Seen } from '@matterbase/domain'
import type { Write } from '../access/access.ts'

/** The tag of a response that a form shows as a whole. */
export const tagOfWhole = (answer: object) => tagOf(JSON.stringify(answer))

interface SeenWhole {
  readonly seen: Seen | undefined
  /** The path of the GET. */
  readonly path: string
  /** Reads the response of the GET in the transaction of the write. */
  readonly read: (sql: Sql) => Promise<object>
}

/**
 * The write of a form that saves a whole. It compares versions under the lock of the workspace, so that of two writers one
 * is refused.
 *
 * @throws RefusedError precondition_failed unless the request names the current version.
 */
export const writeIfSeen =
  (write: Write, { seen, path, read }: SeenWhole): Write =>
  (work, ahead) =>
    write(async (tx) => {
      if (seen === undefined)
        throw new RefusedError(
          'precondition_failed',
          `Send the ETag of GET ${path} as If-Match. In the dashboard, load the page again.`,
        )
      if (seen !== 'any' && !seen.includes(tagOfWhole(await read(tx.sql))))
        throw new RefusedError(
          'precondition_failed',
          'These settings changed since you read them (If-Match does not match). Read them again, then repeat your change.',
        )
      return work(tx)
    }, ahead)

import type { Db } from '../client/client.ts'
import { onConnection } from '../client/connection.ts'
import { beginPooled, snapshotLimits } from '../client/pooler.ts'
import { sqlOf } from '../client/sql.ts'
import type { Sql } from '../client/sql.ts'
import type { Requester } from './turns.ts'

const begin = 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY'

/**
 * Runs `work` on what the database holds at one moment, whatever is written meanwhile.
 * @throws OverloadedError when the account, or all together, have as many under way as they may; whatever `work` throws.
 */
export function snapshot<T>(
  { snapshots: { pool, take }, isPooled, inspect }: Db,
  ownerUuid: string,
  work: (sql: Sql) => Promise<T>,
  requester?: Requester,
): Promise<T> {
  const read = () =>
    onConnection(pool, async (client, discard) => {
      try {
        await client.query(isPooled ? beginPooled(begin, snapshotLimits) : begin)
        const result = await work(sqlOf(client, inspect))
        await client.query('COMMIT')
        return result
      } catch (error) {
        // A connection that cannot even roll back is not given to anybody else.
        await client.query('ROLLBACK').catch(discard)
        throw error
      }
    })
  return take(ownerUuid, read, requester)
}

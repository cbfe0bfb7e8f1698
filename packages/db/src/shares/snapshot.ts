import type { PoolClient } from 'pg'
import type { Db } from '../client/client.ts'
import { onConnection } from '../client/connection.ts'
import { beginPooled, snapshotLimits } from '../client/pooler.ts'
import { sqlOf } from '../client/sql.ts'
import type { Sql } from '../client/sql.ts'
import { catchUp } from './replica.ts'
import type { Requester } from './hold.ts'

const begin = 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY'

/**
 * Runs `work` on a snapshot of the database, regardless of later writes.
 *
 * @throws OverloadedError when the account, or all accounts together, have too many snapshots open; any error of
 * `work`.
 */
export function snapshot<T>(
  db: Db,
  ownerUuid: string,
  work: (sql: Sql) => Promise<T>,
  requester?: Requester,
): Promise<T> {
  const { snapshots, isPooled, inspect } = db
  const readOn = (beginning: string) => async (client: PoolClient, discard: () => void) => {
    try {
      await client.query(beginning)
      const result = await work(sqlOf(client, inspect))
      await client.query('COMMIT')
      return result
    } catch (error) {
      // A connection that cannot roll back is not reused.
      await client.query('ROLLBACK').catch(discard)
      throw error
    }
  }
  const read = async () => {
    const answered = await ofReplica(db, readOn(begin))
    if (answered) return answered.result
    return onConnection(snapshots.pool, readOn(isPooled ? beginPooled(begin, snapshotLimits) : begin))
  }
  return snapshots.take(ownerUuid, read, requester)
}

/** Undefined where there is no replica, or none that can be read in place of the primary. */
async function ofReplica<T>(
  { pool, snapshots: { replica } }: Db,
  work: (client: PoolClient, discard: () => void) => Promise<T>,
): Promise<{ readonly result: T } | undefined> {
  if (!replica) return undefined
  // A later failure cannot be repeated, because part of the result may have been sent.
  let isReady = false
  try {
    const result = await onConnection(replica.pool, async (client, discard) => {
      await catchUp(pool, client, replica.patienceMs)
      isReady = true
      return work(client, discard)
    })
    return { result }
  } catch (error) {
    if (isReady) throw error
    replica.onAway(error instanceof Error ? error : new Error(String(error)))
    return undefined
  }
}

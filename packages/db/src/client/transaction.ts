import type { Db } from './client.ts'
import { onConnection } from './connection.ts'
import { sqlOf } from './sql.ts'
import type { Sql } from './sql.ts'

/**
 * Runs `work` in a transaction on a connection of its own.
 * @throws whatever `work` throws, after a rollback.
 */
export function transaction<T>(db: Db, work: (sql: Sql) => Promise<T>): Promise<T> {
  return onConnection(db.pool, async (client, discard) => {
    try {
      await client.query('BEGIN')
      const result = await work(sqlOf(client, db.inspect))
      await client.query('COMMIT')
      return result
    } catch (error) {
      // A connection that cannot even roll back is not given to anybody else.
      await client.query('ROLLBACK').catch(discard)
      throw error
    }
  })
}

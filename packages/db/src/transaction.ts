import type { Db } from './client.ts'
import { sqlOf } from './sql.ts'
import type { Sql } from './sql.ts'

/**
 * Runs `work` in a transaction on a connection of its own.
 * @throws whatever `work` throws, after a rollback.
 */
export async function transaction<T>(db: Db, work: (sql: Sql) => Promise<T>): Promise<T> {
  const connection = await db.pool.connect()
  let broken: Error | undefined
  // A connection that is lost between two statements says so to nobody else; the next statement fails.
  const noteLoss = (error: Error) => (broken = error)
  connection.on('error', noteLoss)
  try {
    await connection.query('BEGIN')
    const result = await work(sqlOf(connection))
    await connection.query('COMMIT')
    return result
  } catch (error) {
    // A connection that cannot even roll back is not given to anybody else.
    await connection.query('ROLLBACK').catch((failure: Error) => (broken = failure))
    throw error
  } finally {
    connection.off('error', noteLoss)
    connection.release(broken)
  }
}

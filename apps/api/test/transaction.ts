import type { Db } from '@matterbase/db'

export interface Connection {
  query(text: string, values?: unknown[]): Promise<{ readonly rows: readonly unknown[] }>
}

/** A plain transaction on a connection of its own, without the workspace's lock and clock; rolled back when `work` throws. */
export async function plainTransaction<T>({ pool }: Db, work: (connection: Connection) => Promise<T>): Promise<T> {
  const connection = await pool.connect()
  try {
    await connection.query('BEGIN')
    const result = await work(connection)
    await connection.query('COMMIT')
    return result
  } catch (error) {
    await connection.query('ROLLBACK')
    throw error
  } finally {
    connection.release()
  }
}

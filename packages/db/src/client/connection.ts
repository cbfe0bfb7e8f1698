import type { Pool, PoolClient } from 'pg'
import { explainRefusal } from './pooler.ts'

/**
 * Runs `work` on an exclusive connection. A connection that is lost, or that `work` discards, is closed afterwards.
 *
 * @throws any error of `work`.
 */
export async function onConnection<T>(
  pool: Pool,
  work: (client: PoolClient, discard: (why?: Error) => void) => Promise<T>,
): Promise<T> {
  const client = await pool.connect().catch((error: unknown) => {
    throw explainRefusal(error)
  })
  let broken: Error | boolean | undefined
  const discard = (why?: Error) => (broken = why ?? true)
  // A connection that is lost between two statements has no other listener. The next statement fails.
  client.on('error', discard)
  try {
    return await work(client, discard)
  } catch (error) {
    if (isLost(error)) discard()
    throw error
  } finally {
    client.off('error', discard)
    client.release(broken)
  }
}

// PostgreSQL's message before it closes the connection, which the client notices a moment later.
const lost = /^(?:08|53|57P|58|XX)/

const isLost = (error: unknown) => lost.test(String((error as { code?: unknown }).code))

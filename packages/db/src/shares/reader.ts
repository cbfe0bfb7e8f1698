import type { Db } from '../client/client.ts'
import { onConnection } from '../client/connection.ts'
import { sendOn, sqlBy } from '../client/sql.ts'
import type { Inspect, Sql, Statement } from '../client/sql.ts'
import { cancel } from './cancel.ts'
import { OverloadedError } from './overload.ts'
import { joined, likenessOf, parted } from './row-for-each.ts'
import type { Requester } from './hold.ts'

export interface ReaderOptions {
  /** The kind of read: one that an index answers immediately, or one that may be slow and is cancelled then. */
  readonly kind: 'one' | 'many'
  /** Nothing is done any more for one who has gone. */
  readonly requester?: Requester | undefined
}

/**
 * Statements for one workspace outside of its writes. Each waits for the workspace's turn, so that the
 * connections it holds are never more than its share.
 */
export function reader(db: Db, workspaceId: number, { kind, requester }: ReaderOptions): Sql {
  const { shares, pool, inspect } = db
  if (kind === 'one')
    return sqlBy((statement) =>
      shares.one(
        workspaceId,
        () => onConnection(pool, (client) => sendOn(client, statement, inspect?.(statement))),
        requester,
      ),
    )
  const send = async (statements: readonly Statement[]) => {
    const statement = joined(statements)
    return parted(statements, await sendInTime(db, statement, inspect?.(statement)))
  }
  return sqlBy(async (statement) => {
    const result = await shares.many({ workspaceId, asked: statement, ...likenessOf(statement), send, requester })
    // Others may have the same rows.
    return { ...result, rows: [...result.rows] }
  })
}

/**
 * Cancels a slow statement from outside. A limit on the connection would cost two more statements each time, and would
 * stay on a connection that a pooler gives to another client.
 */
function sendInTime({ pool, shares }: Db, statement: Statement, answered: ReturnType<Inspect> | undefined) {
  return onConnection(pool, async (client, discard) => {
    let cancelling: Promise<unknown> | undefined
    // Again and again: asked before PostgreSQL has begun with the statement, it stops nothing.
    const timer = setInterval(() => {
      cancelling = Promise.all([cancelling, cancel(client)])
    }, shares.manyMs)
    try {
      return await sendOn(client, statement, answered)
    } catch (error) {
      throw cancelling && isCancelled(error) ? new OverloadedError('slow') : error
    } finally {
      clearInterval(timer)
      if (cancelling) {
        // A late cancel request must not reach another caller's statement.
        discard()
        await cancelling
      }
    }
  })
}

const isCancelled = (error: unknown) => (error as { code?: unknown }).code === '57014'

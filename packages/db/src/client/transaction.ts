import type { QueryResult } from 'pg'
import type { Db } from './client.ts'
import { onConnection } from './connection.ts'
import { isAnswered, UnknownOutcomeError } from './outcome.ts'
import { beginPooled, sessionLimits } from './pooler.ts'
import { gatherTurn, sqlOf } from './sql.ts'
import type { Sql } from './sql.ts'

/** Lets a statement of a transaction go out together with what comes after it, whose answers do not depend on it. */
export type SendAlong = (statement: Promise<unknown>) => void

/**
 * Runs `work` in a transaction on a connection of its own. BEGIN is sent with the first statement, and COMMIT with the
 * statements that were sent along.
 *
 * @throws any error of `work` or of one of its statements, after a rollback.
 * @throws UnknownOutcomeError if the connection is lost during COMMIT.
 */
export function transaction<T>(db: Db, work: (sql: Sql, sendAlong: SendAlong) => Promise<T>): Promise<T> {
  return onConnection(db.pool, async (client, discard) => {
    const sent: Promise<unknown>[] = []
    let commit: Promise<QueryResult> | undefined
    const sendAlong: SendAlong = (statement) => {
      // Its error is found below. Until then it has no listener.
      statement.catch(() => undefined)
      sent.push(statement)
    }
    try {
      gatherTurn(client)
      sendAlong(client.query(db.isPooled ? beginPooled('BEGIN', sessionLimits) : 'BEGIN'))
      const result = await work(sqlOf(client, db.inspect), sendAlong)
      commit = client.query('COMMIT')
      await Promise.all([...sent, commit])
      // PostgreSQL answers so, and not with an error, when a statement before it has failed.
      if ((await commit).command !== 'COMMIT') throw new Error('The transaction was rolled back')
      return result
    } catch (error) {
      // A connection that cannot roll back is not reused.
      await client.query('ROLLBACK').catch(discard)
      // The first failure. PostgreSQL refuses every statement after it.
      const failed = (await Promise.allSettled(sent)).filter((result) => result.status === 'rejected')
      const first: unknown = failed.length > 0 ? failed[0]?.reason : error
      const isUnknown = !failed.some(({ reason }) => isAnswered(reason)) && (await isLost(commit))
      throw isUnknown ? new UnknownOutcomeError(first) : first
    }
  })
}

/** True if COMMIT was sent and PostgreSQL did not answer it. After the loss of a connection, COMMIT is not sent any more. */
const isLost = async (commit: Promise<QueryResult> | undefined) =>
  commit !== undefined &&
  (await commit.then(
    () => false,
    (error: unknown) => !isAnswered(error) && !String(error).includes('not queryable'),
  ))

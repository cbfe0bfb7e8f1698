import { createHash } from 'node:crypto'
import { bool, bytes, int, Prisma } from '@matterbase/db'
import type { Sealer, Sql } from '@matterbase/db'
import { countUsage, isFull, storedAnswersQuota } from '@matterbase/domain'
import { textOf } from '../answer/answer.ts'
import type { HttpAnswer } from '../answer/answer.ts'
import { ApiError, validationFailed } from '../errors/api-error.ts'
import { rateLimited } from '../errors/rate-limited.ts'

/** Which request an answer is of. */
export interface AnswerOf {
  readonly sealer: Sealer
  readonly workspaceId: number
  /** Of the API key that asks. */
  readonly keyId: number
  /** The Idempotency-Key header. */
  readonly key: string
  /** What makes the request what it is. */
  readonly request: readonly (string | Buffer)[]
}

/** What is kept of an answer, beside its status. */
interface Kept extends Pick<HttpAnswer, 'headers'> {
  readonly text: string
}

/** How often the worker deletes the answers that have ended. */
const sweepSeconds = 60
const mostLookedAt = 1_000

const dayMs = 24 * 3_600_000

/** The answers of then and before are not given any more. */
const ended = () => new Date(Date.now() - dayMs)

const keptOrReplaced = Prisma.sql`
  SELECT workspace_id, 1 - (SELECT count(*) FROM expired) AS rows, bytes - coalesce((SELECT bytes FROM expired), 0) AS bytes FROM kept`

/** What is kept for requests with an Idempotency-Key. @throws ApiError validation_failed for a bad one. */
export function answerStore({ sealer, workspaceId, keyId, key, request }: AnswerOf) {
  if (!/^[\x21-\x7e]{1,255}$/.test(key))
    throw validationFailed([
      { field: 'Idempotency-Key', code: 'invalid_format', message: 'must be 1 to 255 visible ASCII characters' },
    ])
  const place = `idempotency/${workspaceId}/${keyId}/${key}`
  /** Whether no other transaction holds the key; this one does then. */
  const held = Prisma.sql`pg_try_advisory_xact_lock(hashtextextended(${place}, 0))`
  const fingerprint = request.reduce((hash, part) => hash.update(part).update('\0'), createHash('sha256')).digest()

  /**
   * When the oldest answer has ended and is swept. Only so many answers are looked at, whoever they are of: what
   * is not among them is younger, so that the request fits at that moment at the earliest.
   */
  async function secondsToRoom(sql: Sql): Promise<number> {
    const [row] = await sql.rows({ seconds: int })`
      SELECT greatest(0, ceil(extract(epoch FROM coalesce(min(created_at) FILTER (WHERE workspace_id = ${workspaceId}), max(created_at), now())
                                               + interval '24 hours' - now())))::int AS seconds
      FROM (SELECT workspace_id, created_at FROM idempotency_keys ORDER BY created_at LIMIT ${mostLookedAt}) AS oldest`
    return (row?.seconds ?? 0) + sweepSeconds
  }

  return {
    /** Which answer it is. */
    place,

    /** @throws ApiError idempotency_in_flight when another request holds the key. */
    async claim(sql: Sql): Promise<undefined> {
      const [row] = await sql.rows({
        claimed: bool,
        is_full: bool,
      })`SELECT ${held} AS claimed,
               ${isFull('stored_answers', workspaceId, storedAnswersQuota)} AS is_full`
      if (!row?.claimed)
        throw new ApiError('idempotency_in_flight', 'A request with this Idempotency-Key is still running', {
          headers: { 'Retry-After': '1' },
        })
      // An answer that is dropped early would let a retry write twice.
      if (row.is_full)
        throw rateLimited(
          'This workspace stores as many answers for its Idempotency-Keys as it may; answers are stored for 24 hours',
          await secondsToRoom(sql),
        )
    },

    /** @throws ApiError idempotency_mismatch. */
    async find(sql: Sql): Promise<HttpAnswer | undefined> {
      const [row] = await sql.rows({ fingerprint: bytes, status: int, answer: bytes })`
        SELECT fingerprint, status, answer FROM idempotency_keys
        WHERE workspace_id = ${workspaceId} AND api_key_id = ${keyId} AND key = ${key} AND created_at > ${ended()}`
      if (!row) return undefined
      if (!fingerprint.equals(row.fingerprint))
        throw new ApiError('idempotency_mismatch', 'This Idempotency-Key was used with another request; use a new one')
      const { headers, text } = JSON.parse(sealer.open(row.answer, place)) as Kept
      return { status: row.status, headers: { ...headers, 'Idempotent-Replayed': 'true' }, pieces: [text] }
    },

    /**
     * @param options `isWritten`: whether something was, which a retry must not do again. Else it is not kept where another
     * request holds the key, whose answer counts, nor when the workspace stores as many as it may.
     */
    async keep(sql: Sql, { status, headers, pieces }: HttpAnswer, { isWritten } = { isWritten: true }) {
      const kept: Kept = { headers, text: textOf({ pieces }) }
      const sealed = sealer.seal(JSON.stringify(kept), place)
      await sql.run`
        WITH expired AS (
          SELECT octet_length(answer) AS bytes FROM idempotency_keys
          WHERE workspace_id = ${workspaceId} AND api_key_id = ${keyId} AND key = ${key}
        ), kept AS (
          INSERT INTO idempotency_keys (workspace_id, api_key_id, key, fingerprint, status, answer)
          SELECT ${workspaceId}::int, ${keyId}::int, ${key}::text, ${fingerprint}::bytea, ${status}::int, ${sealed}::bytea
          WHERE ${isWritten}::boolean OR (NOT ${isFull('stored_answers', workspaceId, storedAnswersQuota)} AND ${held})
          ON CONFLICT (workspace_id, api_key_id, key) DO UPDATE
          SET fingerprint = excluded.fingerprint, status = excluded.status, answer = excluded.answer, created_at = excluded.created_at
          WHERE idempotency_keys.created_at <= ${ended()}
          RETURNING workspace_id, octet_length(answer) AS bytes
        ) ${countUsage('stored_answers', keptOrReplaced)}`
    },
  }
}

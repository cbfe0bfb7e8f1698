import { createHash } from 'node:crypto'
import { bool, bytes, int, Prisma } from '@matterbase/db'
import { allEnded, countUsage, isFull, storedAnswersQuota } from '@matterbase/domain'
import type { Sealer, Sql } from '@matterbase/db'
import type { Access } from '../access/access.ts'
import { textOf } from '../answer/answer.ts'
import type { HttpAnswer } from '../answer/answer.ts'
import { ApiError, validationFailed } from '../errors/api-error.ts'
import { rateLimited } from '../errors/rate-limited.ts'
import type { Write } from '../access/access.ts'
import { errorAnswer } from '../answer/respond.ts'
import type { AnsweredOnce } from './records.ts'

interface Request {
  readonly access: Access
  readonly sealer: Sealer
  readonly workspaceId: number
  /** Of the API key that asks. */
  readonly keyId: number
  /** The Idempotency-Key header. */
  readonly key: string
  /** What makes the request what it is. */
  readonly request: readonly (string | Buffer)[]
  readonly requestId: string
  readonly toAnswer: (result: object) => HttpAnswer
}

/** Thrown out of a transaction that finds its work already done. */
class Replay extends Error {
  readonly answer: HttpAnswer

  constructor(answer: HttpAnswer) {
    super('Already answered')
    this.answer = answer
  }
}

/**
 * Gives a repeated request the answer that the first one got. The answer commits in the transaction
 * of the write itself, so that a write whose answer was lost on the way is not done twice.
 *
 * @throws ApiError idempotency_in_flight, idempotency_mismatch, rate_limited when the workspace stores as many
 * answers as it may, and whatever `handle` throws.
 */
export async function idempotently(
  request: Request,
  handle: (write: Write, once: AnsweredOnce) => Promise<HttpAnswer>,
): Promise<HttpAnswer> {
  const { access, toAnswer } = request
  const store = answerStore(request)
  const early = await store.find(access.sql)
  if (early) return early
  const writeOnce: Write = (work) =>
    access.write(
      async (tx) => {
        const known = await store.find(tx.sql)
        if (known) throw new Replay(known)
        // The answer is still to be kept: this is not all that is sent.
        const result = await work(tx, () => undefined)
        await store.keep(tx.sql, toAnswer(result))
        return result
      },
      { before: store.claim },
    )
  const once: AnsweredOnce = {
    name: store.place,
    async begin({ sql }) {
      try {
        // The answer is looked for once no other request can give it any more.
        const [, known] = await allEnded<HttpAnswer | undefined>([store.claim(sql), store.find(sql)])
        return known && new Replay(known)
      } catch (error) {
        if (error instanceof ApiError) return error
        throw error
      }
    },
    keep: ({ sql }, result) => store.keep(sql, toAnswer(result)),
  }
  try {
    return await handle(writeOnce, once)
  } catch (error) {
    if (error instanceof Replay) return error.answer
    if (error instanceof ApiError && isKept(error)) {
      const answer = errorAnswer(error, request.requestId)
      if (Buffer.byteLength(textOf(answer)) <= mostErrorBytes) await store.keep(access.sql, answer, { ifRoom: true })
    }
    throw error
  }
}

// What is longer is not worth keeping: the request, of which nothing was written, runs again.
const mostErrorBytes = 8 * 1024

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

const isKept = ({ code, status }: ApiError) =>
  status < 500 && code !== 'rate_limited' && code !== 'idempotency_in_flight'

const keptOrReplaced = Prisma.sql`
  SELECT workspace_id, 1 - (SELECT count(*) FROM expired) AS rows, bytes - coalesce((SELECT bytes FROM expired), 0) AS bytes FROM kept`

function answerStore({ sealer, workspaceId, keyId, key, request }: Request) {
  if (!/^[\x21-\x7e]{1,255}$/.test(key))
    throw validationFailed([
      { field: 'Idempotency-Key', code: 'invalid_format', message: 'must be 1 to 255 visible ASCII characters' },
    ])
  const place = `idempotency/${workspaceId}/${keyId}/${key}`
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
      })`SELECT pg_try_advisory_xact_lock(hashtextextended(${place}, 0)) AS claimed,
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

    /** @param options `ifRoom`: not when the workspace stores as many as it may. Nothing was written then, so that a retry does no harm. */
    async keep(sql: Sql, { status, headers, pieces }: HttpAnswer, { ifRoom } = { ifRoom: false }) {
      const kept: Kept = { headers, text: textOf({ pieces }) }
      const sealed = sealer.seal(JSON.stringify(kept), place)
      await sql.run`
        WITH expired AS (
          SELECT octet_length(answer) AS bytes FROM idempotency_keys
          WHERE workspace_id = ${workspaceId} AND api_key_id = ${keyId} AND key = ${key}
        ), kept AS (
          INSERT INTO idempotency_keys (workspace_id, api_key_id, key, fingerprint, status, answer)
          SELECT ${workspaceId}::int, ${keyId}::int, ${key}::text, ${fingerprint}::bytea, ${status}::int, ${sealed}::bytea
          WHERE NOT (${ifRoom}::boolean AND ${isFull('stored_answers', workspaceId, storedAnswersQuota)})
          ON CONFLICT (workspace_id, api_key_id, key) DO UPDATE
          SET fingerprint = excluded.fingerprint, status = excluded.status, answer = excluded.answer, created_at = excluded.created_at
          WHERE idempotency_keys.created_at <= ${ended()}
          RETURNING workspace_id, octet_length(answer) AS bytes
        ) ${countUsage('stored_answers', keptOrReplaced)}`
    },
  }
}

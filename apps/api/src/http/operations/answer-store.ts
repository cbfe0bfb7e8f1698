import { createHash } from 'node:crypto'
import type { Sealer, Sql } from '@matterbase/db'
import type { Tx } from '@matterbase/domain'
import { textOf } from '../answer/answer.ts'
import type { HttpAnswer } from '../answer/answer.ts'
import { ApiError, validationFailed } from '../errors/api-error.ts'
import { rateLimited } from '../errors/rate-limited.ts'
import { claimAll, findAll, keepAll, keepIfFree, nameOf, secondsToRoom } from './answer-rows.ts'
import type { AnswerRow, Place, PlacedRow } from './answer-rows.ts'

/** Which request an answer is of. */
export interface AnswerOf extends Place {
  readonly sealer: Sealer
  /** What makes the request what it is. */
  readonly request: readonly (string | Buffer)[]
}

/** What is kept of an answer, beside its status. */
interface Kept extends Pick<HttpAnswer, 'headers'> {
  readonly text: string
}

/** What is kept for a request with an Idempotency-Key. @throws ApiError validation_failed for a bad one. */
export function answerStore({ sealer, request, workspaceId, keyId, key }: AnswerOf) {
  if (!/^[\x21-\x7e]{1,255}$/.test(key))
    throw validationFailed([
      {
        field: 'Idempotency-Key',
        code: 'invalid_format',
        message: 'must be 1 to 255 visible ASCII characters without spaces',
      },
    ])
  const place = { workspaceId, keyId, key }
  const name = nameOf(place)
  const fingerprint = request.reduce((hash, part) => hash.update(part).update('\0'), createHash('sha256')).digest()

  function read({ status, answer, fingerprint: answered }: AnswerRow): HttpAnswer {
    if (!fingerprint.equals(answered))
      throw new ApiError(
        'idempotency_mismatch',
        'This Idempotency-Key was used with another request. Use a new one for each different request.',
      )
    const { headers, text } = JSON.parse(sealer.answers.open(answer, name)) as Kept
    return { status, headers: { ...headers, 'Idempotent-Replayed': 'true' }, pieces: [text] }
  }

  function rowOf({ status, headers, pieces }: HttpAnswer): PlacedRow {
    const kept: Kept = { headers, text: textOf({ pieces }) }
    return { ...place, fingerprint, status, answer: sealer.answers.seal(JSON.stringify(kept), name) }
  }

  return {
    /** The same for requests that have one answer. */
    name,

    /**
     * Claims the answer, which no other request can give any more then. Rejects for a statement only, which others may share.
     *
     * @returns what the request ends with instead: the answer that is kept, or ApiError idempotency_mismatch,
     * idempotency_in_flight when another request holds the key, rate_limited when the workspace stores as many answers as it
     * may, or an error that says why the answer cannot be read.
     */
    async claim({ sql, together }: Pick<Tx, 'sql' | 'together'>): Promise<HttpAnswer | Error | undefined> {
      const { isClaimed, isFull, row } = await together(claimAll, place)
      if (row) return resultOf(() => read(row))
      if (!isClaimed)
        return new ApiError(
          'idempotency_in_flight',
          'A request with this Idempotency-Key is still running. Wait 1 s, then send the same request again.',
          {
            headers: { 'Retry-After': '1' },
          },
        )
      // An answer that is dropped early would let a retry write twice.
      if (isFull) return full(await secondsToRoom(sql, workspaceId))
      return undefined
    },

    /** @throws ApiError idempotency_mismatch. */
    async find(sql: Sql): Promise<HttpAnswer | undefined> {
      const [row] = await findAll(sql, [place])
      return row && read(row)
    },

    /** Keeps what a retry must not write again. It throws before it sends anything, or rejects for the statement. */
    keep: ({ together }: Pick<Tx, 'together'>, answer: HttpAnswer): Promise<void> => together(keepAll, rowOf(answer)),

    /**
     * Keeps that nothing was written; not where another request holds the key, whose answer counts, nor when the workspace
     * stores as many as it may.
     */
    async keepRefusal(sql: Sql, answer: HttpAnswer): Promise<void> {
      await keepIfFree(sql, rowOf(answer))
    },
  }
}

const full = (seconds: number) =>
  rateLimited(
    `This workspace has reached its limit of stored idempotent responses. They expire after 24 hours. Retry in ${seconds} s, or send the request without Idempotency-Key.`,
    seconds,
  )

function resultOf<T>(work: () => T): T | Error {
  try {
    return work()
  } catch (error) {
    return error instanceof Error ? error : new Error('Not an error was thrown', { cause: error })
  }
}

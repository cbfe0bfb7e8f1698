import { createHash } from 'node:crypto'
import type { Sealer, Sql } from '@matterbase/db'
import { claimAnswers, findAnswers, keepAnswers, keepIfFree, nameOfKey } from '@matterbase/domain'
import type { AnswerKey, Claim, Once, Saved, StoredAnswer } from '@matterbase/domain'
import type { Access, Write } from '../access/access.ts'
import { textOf } from '../answer/answer.ts'
import type { HttpAnswer } from '../answer/answer.ts'
import { errorAnswer } from '../answer/respond.ts'
import { ApiError, validationFailed } from '../errors/api-error.ts'
import { rateLimited } from '../errors/rate-limited.ts'
import type { RequestState } from '../log/request-state.ts'

interface Request extends AnswerKey {
  readonly access: Access
  readonly sealer: Sealer
  /** All that makes two requests the same. */
  readonly request: readonly (string | Buffer)[]
  readonly state: RequestState
  /**
   * True for a form of the dashboard, which keeps its key until it is saved. A refusal is not stored, because it wrote
   * nothing, and the corrected form is sent with the same key.
   */
  readonly isMember: boolean
  readonly toAnswer: (result: object) => HttpAnswer
}

/** The content of a stored response, besides its status. */
interface Content extends Pick<HttpAnswer, 'headers'> {
  readonly text: string
}

/** Ends a request whose response is stored already. */
class Replay extends Error {
  readonly answer: HttpAnswer

  constructor(answer: HttpAnswer) {
    super('Already answered')
    this.answer = answer
  }
}

/**
 * Repeats the response of the first request with the same Idempotency-Key. The response commits in the transaction of the
 * write itself, so that a write whose response was lost on the way is not done twice.
 *
 * @throws ApiError validation_failed for a bad key, idempotency_in_flight, idempotency_mismatch, rate_limited when the
 * workspace stores as many responses as it may, and the errors of `handle`.
 */
export async function idempotently(
  request: Request,
  handle: (write: Write, once: (answer: (saved: Saved) => object) => Once) => Promise<HttpAnswer>,
): Promise<HttpAnswer> {
  const { access, state, toAnswer } = request
  const { key, read, rowOf, refuse } = answerOf(request)

  const write: Write = (work, ahead) =>
    access.write(
      async (tx) => {
        const result = await work(tx)
        await keepAnswers(tx.sql, [rowOf(toAnswer(result))])
        return result
      },
      { before: (sql) => claim(sql), ahead },
    )

  async function claim(sql: Sql) {
    const [found] = await claimAnswers(sql, [key])
    const error = found && refuse(found)
    if (error) throw error
  }

  /** A request is usually refused before its transaction, which would have found a stored response. */
  async function answerOfRefusal(error: ApiError): Promise<HttpAnswer | undefined> {
    const [stored] = await findAnswers(access.sql, [key])
    if (stored) return read(stored)
    if (request.isMember) return undefined
    const answer = errorAnswer(error, state)
    if (Buffer.byteLength(textOf(answer)) <= mostErrorBytes) await keepIfFree(access.sql, rowOf(answer))
    return undefined
  }

  try {
    return await handle(write, (answer) => ({ key, refuse, answer: (saved) => rowOf(toAnswer(answer(saved))) }))
  } catch (error) {
    if (error instanceof Replay) return error.answer
    const stored = error instanceof ApiError && isStored(error) ? await answerOfRefusal(error) : undefined
    if (stored) return stored
    throw error
  }
}

// A longer error is not stored: its request wrote nothing, and can run again.
const mostErrorBytes = 8 * 1024

const isStored = ({ code, status }: ApiError) =>
  status < 500 && code !== 'rate_limited' && code !== 'idempotency_in_flight'

/** The stored response of a request, sealed with the name of its key. @throws ApiError validation_failed for a bad key. */
function answerOf({ sealer, request, workspaceId, keyId, key: header, isMember }: Request) {
  if (!/^[\x21-\x7e]{1,255}$/.test(header))
    throw validationFailed([
      {
        field: 'Idempotency-Key',
        code: 'invalid_format',
        message: 'must be 1 to 255 visible ASCII characters without spaces',
      },
    ])
  const key = { workspaceId, keyId, key: header }
  const name = nameOfKey(key)
  const fingerprint = request.reduce((hash, part) => hash.update(part).update('\0'), createHash('sha256')).digest()

  function read({ status, answer, fingerprint: answered }: NonNullable<Claim['row']>): HttpAnswer {
    if (!fingerprint.equals(answered))
      throw new ApiError(
        'idempotency_mismatch',
        isMember
          ? 'Your first attempt was saved, but its response was lost on the way. What you changed since then is not saved. Check the saved record before you save this one as well.'
          : 'This Idempotency-Key was used with another request. Use a new one for each different request.',
      )
    const { headers, text } = JSON.parse(sealer.answers.open(answer, name)) as Content
    return { status, headers: { ...headers, 'Idempotent-Replayed': 'true' }, pieces: [text] }
  }

  return {
    key,
    read,

    rowOf({ status, headers, pieces }: HttpAnswer): StoredAnswer {
      const content: Content = { headers, text: textOf({ pieces }) }
      return { ...key, fingerprint, status, answer: sealer.answers.seal(JSON.stringify(content), name) }
    },

    /** The error that a request ends with instead of being carried out. */
    refuse({ isClaimed, secondsToRoom, row }: Claim): Error | undefined {
      if (row) return errorOf(() => new Replay(read(row)))
      if (!isClaimed)
        return new ApiError(
          'idempotency_in_flight',
          'A request with this Idempotency-Key is still running. Wait 1 s, then send the same request again.',
          { headers: { 'Retry-After': '1' } },
        )
      // To make room would drop a response that a retry may still ask for.
      return secondsToRoom === null ? undefined : full(secondsToRoom)
    },
  }
}

function errorOf(work: () => Error): Error {
  try {
    return work()
  } catch (error) {
    return error instanceof Error ? error : new Error('Not an error was thrown', { cause: error })
  }
}

const full = (seconds: number) =>
  rateLimited(
    `This workspace has reached its limit of stored idempotent responses. They expire after 24 hours. Retry in ${seconds} s, or send the request without Idempotency-Key.`,
    seconds,
  )

import type { Tx } from '@matterbase/domain'
import type { Access } from '../access/access.ts'
import { textOf } from '../answer/answer.ts'
import type { HttpAnswer } from '../answer/answer.ts'
import { ApiError } from '../errors/api-error.ts'
import type { Write } from '../access/access.ts'
import { errorAnswer } from '../answer/respond.ts'
import type { RequestState } from '../log/request-state.ts'
import { answerStore } from './answer-store.ts'
import type { AnswerOf } from './answer-store.ts'
import type { AnsweredOnce } from './records.ts'

interface Request extends AnswerOf {
  readonly access: Access
  readonly state: RequestState
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
  /** What the request ends with if it may not be carried out. */
  async function claim(tx: Pick<Tx, 'sql' | 'together'>): Promise<Error | undefined> {
    const end = await store.claim(tx)
    return end === undefined || end instanceof Error ? end : new Replay(end)
  }
  async function before(tx: Pick<Tx, 'sql' | 'together'>) {
    const end = await claim(tx)
    if (end) throw end
  }
  /** The answer is still to be kept; only then has all been sent. */
  const keeping =
    <W extends Pick<Tx, 'together'>, T extends object>(work: (tx: W, onSent: () => void) => Promise<T>) =>
    async (tx: W, onSent: () => void) => {
      const result = await work(tx, () => undefined)
      const kept = store.keep(tx, toAnswer(result))
      onSent()
      await kept
      return result
    }
  const writeOnce: Write = (work, blind) => {
    const blindOnce = () => {
      const found = blind?.()
      return found && keeping(found)
    }
    return access.write(keeping(work), { before, blind: blindOnce })
  }
  const once: AnsweredOnce = {
    name: store.name,
    begin: claim,
    keep: (tx, result) => store.keep(tx, toAnswer(result)),
  }
  try {
    return await handle(writeOnce, once)
  } catch (error) {
    if (error instanceof Replay) return error.answer
    if (error instanceof ApiError && isKept(error)) {
      // Mostly it is refused before any transaction, in which a kept answer would have been found.
      const known = await store.find(access.sql)
      if (known) return known
      const answer = errorAnswer(error, request.state)
      if (Buffer.byteLength(textOf(answer)) <= mostErrorBytes) await store.keepRefusal(access.sql, answer)
    }
    throw error
  }
}

// What is longer is not worth keeping: the request, of which nothing was written, runs again.
const mostErrorBytes = 8 * 1024

const isKept = ({ code, status }: ApiError) =>
  status < 500 && code !== 'rate_limited' && code !== 'idempotency_in_flight'

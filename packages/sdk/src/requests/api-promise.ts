import type { RateLimit } from './rate-limit.ts'
import type { WebResponse } from '../config/web-types.ts'

/** A result with its response. */
export interface WithResponse<T> {
  /** The result of the call. */
  readonly data: T
  /** The response, for its status and headers. Its body has been read. */
  readonly response: WebResponse
  /** ID of the request. Quote it when you ask the operator of the server. */
  readonly requestId: string | undefined
  /** Rate limit of the API key. Undefined if the API key has no limit. */
  readonly rateLimit: RateLimit | undefined
  /** Idempotency key of a POST, the same for all attempts. */
  readonly idempotencyKey: string | undefined
  /** Fields and parameters that the server ignored, at most 20. `strict: true` refuses them. */
  readonly ignoredFields: readonly string[]
  /** Number of attempts. */
  readonly attempts: number
}

/** A promise of the result. */
export interface ApiPromise<T> extends Promise<T> {
  /**
   * Returns the result with its response, without a second request.
   *
   * @example
   * const { data, requestId, ignoredFields } = await mb.matters.get(7).withResponse()
   */
  withResponse(): Promise<WithResponse<T>>
}

/** A promise that calls `result` when it is first used. */
export class LazyPromise<T> extends Promise<T> implements ApiPromise<T> {
  readonly #result: () => Promise<WithResponse<T>>

  // `then`, `catch` and `finally` make ordinary promises.
  static override get [Symbol.species]() {
    return Promise
  }

  constructor(result: () => Promise<WithResponse<T>>) {
    super(() => {})
    this.#result = result
  }

  // oxlint-disable-next-line unicorn/no-thenable -- the class extends Promise
  override then<A = T, B = never>(
    onFulfilled?: ((value: T) => A | PromiseLike<A>) | null,
    onRejected?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.#result()
      .then(({ data }) => data)
      .then(onFulfilled, onRejected)
  }

  withResponse(): Promise<WithResponse<T>> {
    return this.#result()
  }
}

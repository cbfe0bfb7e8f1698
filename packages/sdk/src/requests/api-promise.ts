import type { RateLimit } from './rate-limit.ts'
import type { WebResponse } from '../config/web-types.ts'

/** An answer with what came around it. */
export interface WithResponse<T> {
  /** What the call resolves to. */
  readonly data: T
  /** Its body has been read already; status and headers are what it is for. */
  readonly response: WebResponse
  /** Name it when you ask the service's operator. */
  readonly requestId: string | undefined
  /** The window the answer counted in; undefined when the key has no limit. */
  readonly rateLimit: RateLimit | undefined
  /** What a POST was sent with; equal over its attempts. */
  readonly idempotencyKey: string | undefined
  /** Names of fields and parameters that the service did not know and left out, at most 20; `strict: true` refuses them. */
  readonly ignoredFields: readonly string[]
  /** How many requests it took. */
  readonly attempts: number
}

/** A promise of the data. */
export interface ApiPromise<T> extends Promise<T> {
  /**
   * The response too, without a second request.
   *
   * @example
   * const { data, requestId, ignoredFields } = await mb.matters.get(7).withResponse()
   */
  withResponse(): Promise<WithResponse<T>>
}

/** Takes its outcome from `result`, which is not called before somebody asks. */
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

  // oxlint-disable-next-line unicorn/no-thenable -- being a promise is what it is for
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

import type { RateLimit } from './rate-limit.ts'
import type { WebResponse } from '../config/web-types.ts'

/** An answer with what came around it. */
export interface WithResponse<T> {
  readonly data: T
  /** Its body has been read already; status and headers are what it is for. */
  readonly response: WebResponse
  readonly requestId: string | undefined
  readonly rateLimit: RateLimit | undefined
  /** What a POST was sent with; equal over its attempts. */
  readonly idempotencyKey: string | undefined
  readonly attempts: number
}

/** A promise of the data. */
export interface ApiPromise<T> extends Promise<T> {
  /** The response too, without a second request. */
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

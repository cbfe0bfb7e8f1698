/** One filled-in form. Its requests have the same idempotency keys until it is saved, so that a second press saves it once. */
export interface Attempt {
  /** Undefined until the form is sent. */
  readonly id: () => string | undefined
  /** The idempotency key of a request of the form, which can send several. */
  readonly keyOf: (url: string) => string
  /** The key of operations that store it with the record. */
  readonly uuid: () => string
  /** The time when the form was first sent, in ms. A body that names the time stays the same. */
  readonly time: () => number
  /** After the form was saved, its next request is another one. */
  readonly end: () => void
}

// The limit of the header.
const longest = 255

/** @param earlier the ID of an attempt whose form is restored. */
export function createAttempt(earlier?: string): Attempt {
  let id = earlier
  const begin = () => (id ??= `${Date.now()}-${crypto.randomUUID()}`)
  return {
    id: () => id,
    keyOf: (url) => `${begin()}:${url}`.slice(0, longest),
    uuid: () => begin().slice(begin().indexOf('-') + 1),
    time: () => Number.parseInt(begin(), 10),
    end() {
      id = undefined
    },
  }
}

/** An attempt for one of several requests to the same address, such as a batch of an import. */
export const partOf = (attempt: Attempt, name: string): Attempt => ({
  ...attempt,
  keyOf: (url) => attempt.keyOf(`${encodeURIComponent(name).slice(0, 100)}:${url}`),
})

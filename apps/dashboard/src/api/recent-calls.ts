import { useEffect } from 'react'
import { rest } from 'virtual:operations'
import type { AnyInput } from './address.ts'
import { createStore } from './store.ts'

/** A REST API call of this screen, which also works with an API key. */
export interface RecentCall extends AnyInput {
  /** `GET /matters/{id}` */
  readonly key: string
}

/** The newest call of each operation, newest first. */
export const recentCalls = createStore<readonly RecentCall[]>([])

export function noteCall(key: string, input: AnyInput) {
  if (!(key in rest)) return
  recentCalls.set([{ key, ...input }, ...recentCalls.get().filter((call) => call.key !== key)].slice(0, 8))
}

/** An example that creates a record of this screen, for `</>`. */
export const exampleCall = createStore<RecentCall | undefined>(undefined)

/** Called when another screen opens. */
export function clearCalls() {
  recentCalls.set([])
}

/** Adds an example to `</>`, such as the call that creates a record from another system. */
export function useExample(example: RecentCall | undefined) {
  const key = example?.key
  useEffect(() => {
    exampleCall.set(example)
    return () => exampleCall.set(undefined)
    // Not on the object, which is another one in each render.
  }, [key])
}

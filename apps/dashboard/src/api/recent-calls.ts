import { useEffect } from 'react'
import { rest } from 'virtual:operations'
import type { AnyInput } from './address.ts'
import { createStore } from './store.ts'

/** A call of the REST contract that this screen made; anyone can make it with a key. */
export interface RecentCall extends AnyInput {
  /** `GET /matters/{id}` */
  readonly key: string
}

/** Newest first, each operation once. */
export const recentCalls = createStore<readonly RecentCall[]>([])

export function noteCall(key: string, input: AnyInput) {
  if (!(key in rest)) return
  recentCalls.set([{ key, ...input }, ...recentCalls.get().filter((call) => call.key !== key)].slice(0, 8))
}

/** How the records of this screen are made with a key; for `</>`. */
export const exampleCall = createStore<RecentCall | undefined>(undefined)

/** Another screen starts with none. */
export function forgetCalls() {
  recentCalls.set([])
}

/** The call that `</>` offers in addition to those of the screen: how another system creates such records. */
export function useExample(example: RecentCall | undefined) {
  const key = example?.key
  useEffect(() => {
    exampleCall.set(example)
    return () => exampleCall.set(undefined)
    // Not on the object, which is another one in each render.
  }, [key])
}

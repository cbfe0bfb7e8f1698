import { useEffect } from 'react'
import { exampleCall } from '../api/recent-calls.ts'
import type { RecentCall } from '../api/recent-calls.ts'

/** The call that `</>` offers in addition to those of the screen: how another system creates such records. */
export function useExample(example: RecentCall | undefined) {
  const key = example?.key
  useEffect(() => {
    exampleCall.set(example)
    return () => exampleCall.set(undefined)
    // Not on the object, which is another one in each render.
  }, [key])
}

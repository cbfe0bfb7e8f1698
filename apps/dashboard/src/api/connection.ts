import { createStore } from './store.ts'

/** True if the last request reached a working server. */
export const isReachable = createStore(true)

const away = new Set([0, 502, 503, 504])

export function noteStatus(status: number) {
  isReachable.set(!away.has(status))
}

/** Checks whether a working server responds. */
export async function probe(): Promise<boolean> {
  const status = await fetch('/readyz').then(
    (response) => response.status,
    () => 0,
  )
  noteStatus(status)
  return isReachable.get()
}

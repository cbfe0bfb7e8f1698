import { createStore } from './store.ts'

/** Whether the last call reached a working server. */
export const isReachable = createStore(true)

const away = new Set([0, 502, 503, 504])

export function noteStatus(status: number) {
  isReachable.set(!away.has(status))
}

import { AbortError } from '../errors/errors.ts'
import type { WebAbortSignal } from '../config/web-types.ts'

/** The longest delay of setTimeout. A longer one fires immediately. */
export const longestTimer = 2 ** 31 - 1

const hubs = new WeakMap<WebAbortSignal, Set<() => void>>()

/**
 * Calls `listener` when the signal aborts, until the returned function is called. Adds only one listener to each signal,
 * because Node.js warns of a leak at the eleventh.
 */
export function onAbort(signal: WebAbortSignal, listener: () => void): () => void {
  let hub = hubs.get(signal)
  if (!hub) {
    const listeners = new Set<() => void>()
    signal.addEventListener('abort', () => [...listeners].forEach((each) => each()), { once: true })
    hubs.set(signal, listeners)
    hub = listeners
  }
  hub.add(listener)
  return () => hub.delete(listener)
}

export function throwIfAborted(signal: WebAbortSignal | undefined): void {
  if (signal?.aborted) throw new AbortError(signal.reason)
}

/** Waits, and rejects with an `AbortError` as soon as the signal aborts. */
export async function sleep(ms: number, signal: WebAbortSignal | undefined): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  let release: (() => void) | undefined
  await new Promise<void>((resolve, reject) => {
    throwIfAborted(signal)
    timer = setTimeout(resolve, ms)
    release = signal && onAbort(signal, () => reject(new AbortError(signal.reason)))
  }).finally(() => {
    clearTimeout(timer)
    release?.()
  })
}

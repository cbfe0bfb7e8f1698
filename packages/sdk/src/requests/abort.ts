import { AbortError } from '../errors/errors.ts'
import type { WebAbortSignal } from '../config/web-types.ts'

/** setTimeout takes no more milliseconds than this; beyond it fires at once. */
export const longestTimer = 2 ** 31 - 1

const hubs = new WeakMap<WebAbortSignal, Set<() => void>>()

/**
 * Calls `listener` when the signal aborts, until the returned function is called. One real listener per signal
 * however many calls share it, since Node warns of a leak at the eleventh.
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

/** Waits, and rejects at once with an `AbortError` when the signal aborts. */
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

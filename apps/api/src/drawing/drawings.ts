import { createHash } from 'node:crypto'
import { createParty, createTurns, OverloadedError } from '@matterbase/db'
import type { Party, Requester } from '@matterbase/db'
import { LRUCache } from 'lru-cache'
import { busy } from '../http/errors/overloaded.ts'
import type { PrintedInvoice } from './printed-invoice.ts'
import { createThreads, DeadlineError } from './threads.ts'

export interface DrawingOptions {
  /** The program that draws, in a thread. */
  readonly file?: URL
  /** The most CPU time of a drawing. Waiting for the CPU on a busy machine does not count. */
  readonly mostCpuMs?: number
  /** The longest time of a drawing. */
  readonly deadlineMs?: number
  /** The longest time that a drawing waits in the queue. */
  readonly patienceMs?: number
  /** The most concurrent drawings, in all and for one workspace. */
  readonly running?: { readonly all: number; readonly each: number }
  readonly waiting?: { readonly all: number; readonly each: number }
  /** The bytes of cached drawings. */
  readonly keptBytes?: number
}

interface DrawingOf {
  readonly workspaceId: number
  /** Undefined for a drawing that no caller waits for. */
  readonly requester: Requester | undefined
}

export interface Drawings {
  /** The invoice as a PDF. @throws ApiError overloaded. */
  draw(invoice: PrintedInvoice, of: DrawingOf): Promise<Uint8Array>
  close(): Promise<void>
}

interface DrawingInProgress {
  readonly bytes: Promise<Uint8Array>
  readonly requesters: Party
}

/** Draws invoices in threads: a few at a time, each within a deadline, and each only once. */
export function createDrawings({ keptBytes = 32 * 1024 * 1024, ...options }: DrawingOptions = {}): Drawings {
  const queue = createQueue(options)
  const cache = new LRUCache<string, Uint8Array>({ maxSize: keptBytes, sizeCalculation: (bytes) => bytes.length })
  const inProgress = new Map<string, DrawingInProgress>()

  function begin(key: string, invoice: PrintedInvoice, workspaceId: number): DrawingInProgress {
    const requesters = createParty()
    const bytes = queue
      .draw(invoice, { workspaceId, requester: requesters })
      .then((drawn) => {
        cache.set(key, drawn)
        return drawn
      })
      .finally(() => {
        if (inProgress.get(key) === drawing) inProgress.delete(key)
      })
    const drawing = { bytes, requesters }
    inProgress.set(key, drawing)
    return drawing
  }

  return {
    async draw(invoice, { workspaceId, requester }) {
      // The invoice contains the hash of its logo.
      const key = createHash('sha256')
        .update(JSON.stringify([workspaceId, { ...invoice, logo: null }]))
        .digest('base64')
      const bytes = cache.get(key)
      if (bytes) return bytes
      const known = inProgress.get(key)
      const drawing = known && !known.requesters.destroyed ? known : begin(key, invoice, workspaceId)
      drawing.requesters.join(requester)
      return drawing.bytes
    },
    close: () => queue.close(),
  }
}

/**
 * Runs drawings in threads, workspaces in turn. A drawing that no caller waits for leaves the queue. One that has begun
 * ends, because replacing its thread costs more, and is kept for the next caller.
 */
function createQueue({
  file = new URL('draw-thread.ts', import.meta.url),
  mostCpuMs = 20_000,
  deadlineMs = 120_000,
  patienceMs = 30_000,
  running = { all: 2, each: 1 },
  waiting = { all: 32, each: 4 },
}: Omit<DrawingOptions, 'keptBytes'>): Drawings {
  const limits = { mostCpuMs, deadlineMs, idleMs: 60_000, mostMegabytes: 512 }
  const threads = createThreads<PrintedInvoice, Uint8Array>({ file, ...limits })
  const take = createTurns<number>({
    kind: 'drawing',
    places: running.all,
    each: running.each,
    longest: waiting.each,
    longestOfAll: waiting.all,
    patienceMs,
  })
  return {
    async draw(invoice, { workspaceId, requester }) {
      try {
        return await take(workspaceId, () => threads.run(invoice), requester)
      } catch (error) {
        throw toApiError(error)
      }
    },
    close: () => threads.close(),
  }
}

function toApiError(error: unknown): unknown {
  if (error instanceof OverloadedError && error.reason === 'queue')
    return busy('Too many invoices are waiting to become PDFs. Try again in 5 s.', 5)
  if (error instanceof DeadlineError)
    return busy(
      `The PDF of this invoice was not ready within ${error.limitMs / 1000} s. Try again in a minute, or put less text on its lines.`,
      60,
    )
  if (error instanceof OverloadedError) return busy('The PDF of this invoice waited too long. Try again in 10 s.', 10)
  return error
}

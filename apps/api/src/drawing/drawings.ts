import { createHash } from 'node:crypto'
import { createTurns, OverloadedError } from '@matterbase/db'
import { LRUCache } from 'lru-cache'
import { busy } from '../http/errors/overloaded.ts'
import type { PrintedInvoice } from './printed-invoice.ts'
import { createThreads, DeadlineError } from './threads.ts'

export interface DrawingOptions {
  /** What draws, in a thread. */
  readonly file?: URL
  /** What one drawing may take of a core; waiting for one on a busy machine is not counted. */
  readonly mostCpuMs?: number
  /** What one drawing may take in all. */
  readonly deadlineMs?: number
  /** How long a drawing may wait for its turn. */
  readonly patienceMs?: number
  /** Drawings at once, for all and for one workspace. */
  readonly running?: { readonly all: number; readonly each: number }
  readonly waiting?: { readonly all: number; readonly each: number }
  /** What is kept of drawings, so that one that is asked for again is not drawn again. */
  readonly keptBytes?: number
}

interface Asker {
  readonly workspaceId: number
  /** Ends the waiting when nobody is there any more. */
  readonly signal: AbortSignal
}

export interface Drawings {
  /** The invoice as a PDF. @throws ApiError overloaded. */
  draw(invoice: PrintedInvoice, asker: Asker): Promise<Uint8Array>
  close(): Promise<void>
}

interface UnderWay {
  readonly bytes: Promise<Uint8Array>
  readonly abandoned: AbortController
  askers: number
}

/** Draws invoices beside the event loop: a few at once, each within a deadline, and each only once. */
export function createDrawings({
  file = new URL('draw-thread.ts', import.meta.url),
  mostCpuMs = 20_000,
  deadlineMs = 120_000,
  patienceMs = 30_000,
  running = { all: 2, each: 1 },
  waiting = { all: 32, each: 4 },
  keptBytes = 32 * 1024 * 1024,
}: DrawingOptions = {}): Drawings {
  const threads = createThreads<PrintedInvoice, Uint8Array>({
    file,
    mostCpuMs,
    deadlineMs,
    idleMs: 60_000,
    mostMegabytes: 512,
  })
  const take = createTurns<number>({
    places: running.all,
    each: running.each,
    longest: waiting.each,
    longestOfAll: waiting.all,
  })
  const kept = new LRUCache<string, Uint8Array>({ maxSize: keptBytes, sizeCalculation: (bytes) => bytes.length })
  const underWay = new Map<string, UnderWay>()

  async function drawNow(key: string, invoice: PrintedInvoice, workspaceId: number, abandoned: AbortSignal) {
    const signal = AbortSignal.any([abandoned, AbortSignal.timeout(patienceMs)])
    try {
      const bytes = await take(workspaceId, () => threads.run(invoice), signal)
      kept.set(key, bytes)
      return bytes
    } catch (error) {
      throw answerTo(error)
    }
  }

  function begin(key: string, invoice: PrintedInvoice, workspaceId: number): UnderWay {
    const abandoned = new AbortController()
    const bytes = drawNow(key, invoice, workspaceId, abandoned.signal).finally(() => {
      if (underWay.get(key) === drawing) underWay.delete(key)
    })
    const drawing = { bytes, abandoned, askers: 0 }
    underWay.set(key, drawing)
    return drawing
  }

  return {
    async draw(invoice, { workspaceId, signal }) {
      // Its logo is known by the hash in it.
      const key = createHash('sha256')
        .update(JSON.stringify([workspaceId, { ...invoice, logo: null }]))
        .digest('base64')
      const bytes = kept.get(key)
      if (bytes) return bytes
      const known = underWay.get(key)
      const drawing = known && !known.abandoned.signal.aborted ? known : begin(key, invoice, workspaceId)
      drawing.askers++
      const leave = () => {
        if (--drawing.askers === 0) drawing.abandoned.abort()
      }
      signal.addEventListener('abort', leave, { once: true })
      return drawing.bytes
    },
    close: () => threads.close(),
  }
}

function answerTo(error: unknown): unknown {
  if (error instanceof OverloadedError)
    return busy('Too many invoices are waiting to become PDFs. Try again in 5 s.', 5)
  if (error instanceof DeadlineError)
    return busy(
      `The PDF of this invoice was not ready within ${error.limitMs / 1000} s. Try again in a minute, or put less text on its lines.`,
      60,
    )
  if (error instanceof Error && ['TimeoutError', 'AbortError'].includes(error.name))
    return busy('The PDF of this invoice waited too long. Try again in 10 s.', 10)
  return error
}

import { pipeline } from 'node:stream/promises'
import type { Response } from 'express'
import { stateOf } from '../log/request-state.ts'

/** Sends headers and lines; resolves when all of them were taken. */
export type Send = (headers: Readonly<Record<string, string>>, lines: AsyncIterable<string>) => Promise<void>

/** An answer of many lines, read while it is sent. */
export class Lines {
  /** Calls `send` once. What it throws before is an answer like any other. */
  readonly produce: (send: Send) => Promise<void>

  constructor(produce: (send: Send) => Promise<void>) {
    this.produce = produce
  }
}

export interface LineLimits {
  /** How long some lines may wait to be taken. */
  readonly stallMs: number
  /** How long the whole may take. */
  readonly longestMs: number
}

/** A reader must not hold a snapshot, nor its place among others, for as long as it likes. */
export const lineLimits: LineLimits = { stallMs: 30_000, longestMs: 30 * 60_000 }

/**
 * Sends lines as fast as they are taken. What goes wrong on the way breaks the connection off, as does a reader that is
 * too slow: an end that looks like any other would say that this is all.
 *
 * @throws what comes before the first of them.
 */
export async function sendLines(
  res: Response,
  headers: Readonly<Record<string, string>>,
  { produce }: Lines,
  limits: LineLimits,
): Promise<void> {
  const send: Send = async (own, lines) => {
    res.status(200).set({ 'Content-Type': 'application/x-ndjson; charset=utf-8', ...headers, ...own })
    if (res.req.method === 'HEAD') {
      res.end()
      return
    }
    const giveUp = setTimeout(() => res.destroy(), limits.longestMs)
    await pipeline(takenInTime(lines, res, limits), res).finally(() => clearTimeout(giveUp))
  }
  try {
    await produce(send)
  } catch (error) {
    if (!res.headersSent && !res.destroyed) throw error
    res.destroy()
  }
}

async function* takenInTime(lines: AsyncIterable<string>, res: Response, { stallMs }: LineLimits) {
  try {
    for await (const some of lines) {
      const giveUp = setTimeout(() => res.destroy(), stallMs)
      try {
        yield some
      } finally {
        clearTimeout(giveUp)
      }
    }
  } catch (error) {
    // For the log; that whoever asked has gone is no error.
    stateOf(res.req).error = error
    throw error
  }
}

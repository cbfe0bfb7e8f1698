import type { Response } from 'express'
import { sendStream } from '../sending/stream.ts'

/** Sends headers and lines. Resolves when the caller has received them. */
export type Send = (headers: Readonly<Record<string, string>>, lines: AsyncIterable<string>) => Promise<void>

/** A response of many lines, which are read while they are sent. */
export class Lines {
  /** Calls `send` once. An error before that becomes an ordinary response. */
  readonly produce: (send: Send) => Promise<void>

  constructor(produce: (send: Send) => Promise<void>) {
    this.produce = produce
  }
}

/** A slow reader must not hold a snapshot forever. */
const longestLinesMs = 30 * 60_000

/**
 * Sends lines as fast as the caller reads them. The connection closes on an error after the first line, and after
 * `longestMs`.
 *
 * @throws Error before the first line.
 */
export async function sendLines(
  res: Response,
  headers: Readonly<Record<string, string>>,
  { produce }: Lines,
  longestMs = longestLinesMs,
): Promise<void> {
  const send: Send = async (own, lines) => {
    const giveUp = setTimeout(() => res.destroy(), longestMs)
    const all = { 'Content-Type': 'application/x-ndjson; charset=utf-8', ...headers, ...own }
    await sendStream(res, all, lines, { mayCompress: true }).finally(() => clearTimeout(giveUp))
  }
  try {
    await produce(send)
  } catch (error) {
    if (!res.headersSent && !res.destroyed) throw error
    res.destroy()
  }
}

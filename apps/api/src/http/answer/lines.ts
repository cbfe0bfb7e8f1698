import type { Response } from 'express'
import { sendStream } from '../sending/stream.ts'

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

/** A reader must not hold a snapshot for any length of time. */
const longestLinesMs = 30 * 60_000

/**
 * Sends lines as fast as they are taken. An error after the first of them closes the connection, and so does a reader
 * that takes longer than `longestMs` in all.
 *
 * @throws errors that come before the first line.
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

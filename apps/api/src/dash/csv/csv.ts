import { pipeline } from 'node:stream/promises'
import { formulaLike } from '@matterbase/schemas/formula-like'
import type { Response } from 'express'
import Papa from 'papaparse'

export type Cell = string | number | boolean | null

/**
 * Lines of CSV (RFC 4180). A text that a spreadsheet could take for a formula gets an apostrophe before
 * it; a number stays a number, negative ones too.
 */
export function csvLines(rows: readonly (readonly Cell[])[]): string {
  if (rows.length === 0) return ''
  return `${Papa.unparse([...rows] as Cell[][], { escapeFormulae: formulaLike, newline: '\r\n' })}\r\n`
}

/** Sends a file of lines, read only as fast as they are taken. */
export async function sendCsv(res: Response, name: string, lines: AsyncIterable<string>): Promise<void> {
  res.set({ 'Content-Type': 'text/csv; charset=utf-8', 'Content-Disposition': `attachment; filename="${name}"` })
  await pipeline(lines, res).catch((error: NodeJS.ErrnoException) => {
    // Whoever asked went away.
    if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error
  })
}

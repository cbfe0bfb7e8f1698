import { pipeline } from 'node:stream/promises'
import type { Response } from 'express'

/**
 * One line of CSV (RFC 4180). What a spreadsheet would take for a formula gets an apostrophe before it;
 * so does what would look like that, so that taking one off again gives back what there was.
 */
export function csvLine(cells: readonly (string | null)[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}

function csvCell(cell: string | null): string {
  const text = /^'*[=+\-@\t\r]/.test(cell ?? '') ? `'${cell}` : (cell ?? '')
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Sends a file of lines, read only as fast as they are taken. */
export async function sendCsv(res: Response, name: string, lines: AsyncIterable<string>): Promise<void> {
  res.set({ 'Content-Type': 'text/csv; charset=utf-8', 'Content-Disposition': `attachment; filename="${name}"` })
  await pipeline(lines, res).catch((error: NodeJS.ErrnoException) => {
    // Whoever asked went away.
    if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error
  })
}

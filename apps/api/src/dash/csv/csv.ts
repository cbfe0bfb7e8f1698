import type { Sql } from '@matterbase/db'
import { formulaLike } from '@matterbase/schemas/formula-like'
import type { Response } from 'express'
import Papa from 'papaparse'
import type { Caller } from '../../http/access/caller.ts'
import { contentDisposition } from '../../http/answer/content-disposition.ts'
import { Lines, sendLines } from '../../http/answer/lines.ts'
import { sendStream } from '../../http/sending/stream.ts'
import type { WorkspaceDeps } from '../deps.ts'

export type Cell = string | number | boolean | null

/**
 * Lines of CSV (RFC 4180). A string that a spreadsheet could read as a formula gets an apostrophe. Numbers stay
 * numbers, including negative ones.
 */
export function csvLines(rows: readonly (readonly Cell[])[], delimiter: ',' | ';' = ','): string {
  if (rows.length === 0) return ''
  return `${Papa.unparse(
    rows.map((row) => [...row]),
    { delimiter, escapeFormulae: formulaLike, newline: '\r\n' },
  )}\r\n`
}

const headersOf = (name: string) => ({
  'Content-Type': 'text/csv; charset=utf-8',
  'Content-Disposition': contentDisposition('attachment', name),
})

/** Sends a file of lines, read only as fast as they are taken. */
export const sendCsv = (res: Response, name: string, lines: AsyncIterable<string>): Promise<void> =>
  sendStream(res, headersOf(name), lines, { mayCompress: true })

interface Source {
  readonly res: Response
  readonly caller: Caller
  readonly sql: Sql
  readonly replica: WorkspaceDeps['replica']
}

/** Sends a long CSV from a replica if there is one, so that a slow reader does not hold a snapshot of the primary. */
export async function sendLongCsv(
  { res, caller, sql, replica }: Source,
  name: string,
  read: (sql: Sql) => Promise<AsyncIterable<string>>,
): Promise<void> {
  if (!replica) return sendCsv(res, name, await read(sql))
  const lines = new Lines((send) => replica(caller.ownerUuid, async (of) => send(headersOf(name), await read(of)), res))
  await sendLines(res, {}, lines)
}

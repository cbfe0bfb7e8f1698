import { CallError } from '../../api/call-error.ts'
import type { Item } from './mapping.ts'

interface Row {
  readonly line: number
  readonly item: Item
}

const maxRows = 200

// The server takes 1 MiB.
const maxBytes = 900_000

const utf8 = new TextEncoder()

/** Batches of at most 200 rows and 900 KB of JSON. A larger row gets its own batch. */
export function batchesOf<R extends Row>(rows: readonly R[]): R[][] {
  const batches: R[][] = []
  let [batch, bytes]: [R[], number] = [[], 0]
  for (const row of rows) {
    const length = utf8.encode(JSON.stringify(row.item)).length + 1
    if (batch.length === 0 || batch.length === maxRows || bytes + length > maxBytes) {
      batches.push((batch = []))
      bytes = 0
    }
    batch.push(row)
    bytes += length
  }
  return batches
}

/** Sends rows in one request, named by its first line and length, or in halves if the records are too large for one response. */
export async function inParts<T>(
  rows: readonly Row[],
  send: (items: Item[], part: string) => Promise<readonly T[]>,
): Promise<readonly T[]> {
  try {
    return await send(
      rows.map(({ item }) => item),
      `${rows[0]?.line ?? 0}+${rows.length}`,
    )
  } catch (error) {
    if (!(error instanceof CallError) || error.code !== 'page_too_large' || rows.length < 2) throw error
    const half = Math.ceil(rows.length / 2)
    return [...(await inParts(rows.slice(0, half), send)), ...(await inParts(rows.slice(half), send))]
  }
}

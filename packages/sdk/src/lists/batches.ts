import { ConfigError } from '../errors/error-base.ts'
import { toJson } from '../encoding/encode.ts'

/** The rows of one request. */
export interface Batch {
  /** Index of the first row. */
  readonly first: number
  /** Each row as JSON. */
  readonly parts: string[]
  /** The external_id of each. */
  readonly ids: string[]
}

const empty = (first: number): Batch => ({ first, parts: [], ids: [] })

// The server accepts 1 MiB. The rest is for the envelope.
const mostBytes = 1_000_000

function toPart(row: unknown, index: number): string {
  if (typeof row !== 'object' || row === null) throw new ConfigError(`Row ${index} must be an object`)
  return toJson(row)
}

/** Splits rows into batches of at most `size` rows and about 1 MB. */
export async function* inBatches(
  rows: Iterable<object> | AsyncIterable<object>,
  size: number,
): AsyncGenerator<Batch, void, undefined> {
  const utf8 = new TextEncoder()
  let batch = empty(0)
  let bytes = 0
  for await (const row of rows) {
    const { first, parts } = batch
    const part = toPart(row, first + parts.length)
    const length = utf8.encode(part).length + 1
    if (parts.length >= size || (parts.length > 0 && bytes + length > mostBytes)) {
      yield batch
      batch = empty(first + parts.length)
      bytes = 0
    }
    batch.parts.push(part)
    batch.ids.push((row as { readonly external_id: string }).external_id)
    bytes += length
  }
  if (batch.parts.length > 0) yield batch
}

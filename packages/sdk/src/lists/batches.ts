import { ConfigError } from '../errors/error-base.ts'

/** Rows that go out in one request. */
export interface Batch {
  /** Index of the first row in the whole. */
  readonly first: number
  /** Each row as JSON. */
  readonly parts: string[]
  /** Their external_ids. */
  readonly ids: Set<unknown>
}

const empty = (first: number): Batch => ({ first, parts: [], ids: new Set() })

// The service takes 1 MiB; the rest is room for the envelope.
const mostBytes = 1_000_000

/** Cuts rows into batches of at most `size` rows and about 1 MB. */
export async function* inBatches(
  rows: Iterable<object> | AsyncIterable<object>,
  size: number,
): AsyncGenerator<Batch, void, undefined> {
  const utf8 = new TextEncoder()
  let batch = empty(0)
  let bytes = 0
  for await (const row of rows) {
    if (typeof row !== 'object' || row === null)
      throw new ConfigError(`Row ${batch.first + batch.parts.length} is ${typeof row}, not a record`)
    const part = JSON.stringify(row)
    const length = utf8.encode(part).length + 1
    const { first, parts } = batch
    if (parts.length >= size || (parts.length > 0 && bytes + length > mostBytes)) {
      yield batch
      batch = empty(first + parts.length)
      bytes = 0
    }
    batch.parts.push(part)
    const { external_id } = row as { readonly external_id?: unknown }
    if (external_id !== undefined) batch.ids.add(external_id)
    bytes += length
  }
  if (batch.parts.length > 0) yield batch
}

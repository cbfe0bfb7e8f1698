import { type Batch, inBatches } from './batches.ts'
import { bulkCall, type UpsertResult } from './bulk.ts'
import { ConfigError, MatterbaseError } from '../errors/error-base.ts'
import { AbortError } from '../errors/errors.ts'
import type { Http } from '../requests/http.ts'
import type { RequestOptions } from '../requests/request.ts'

/** Options of `upsertMany`. */
export interface UpsertManyOptions extends RequestOptions {
  /** Rows per request, at most 200, which is the default; fewer where they are large. */
  readonly batchSize?: number | undefined
  /** Requests under way at any time. Default 4. */
  readonly concurrency?: number | undefined
}

interface Flight<T> {
  readonly ids: ReadonlySet<string>
  readonly results: Promise<UpsertResult<T>[]>
}

/**
 * Upserts rows in large requests, several at a time, and yields what became of each, in order. Reads the rows only
 * as fast as it sends. A request that fails as a whole gives each of its rows its error; only an abort throws.
 */
export async function* upsertMany<T, Row extends object>(
  http: Http,
  resource: string,
  rows: Iterable<Row> | AsyncIterable<Row>,
  { batchSize = 200, concurrency = 4, ...options }: UpsertManyOptions = {},
): AsyncGenerator<UpsertResult<T>, void, undefined> {
  if (!(batchSize >= 1 && concurrency >= 1)) throw new ConfigError('batchSize and concurrency have to be 1 or more')
  const flights: Flight<T>[] = []
  const land = async () => (await flights.shift()?.results) ?? []
  let broken: { readonly error: unknown } | undefined
  try {
    for await (const batch of inBatches(rows, batchSize)) {
      // Two rows of one external_id must not race each other.
      const races = ({ ids }: Flight<T>) => batch.ids.some((id) => id !== undefined && ids.has(id))
      while (flights.length >= concurrency || flights.some(races)) yield* await land()
      const results = send<T>(http, resource, batch, options)
      // Whoever lands it hears of its failure; until then nobody listens.
      results.catch(() => {})
      flights.push({ ids: new Set(batch.ids), results })
    }
  } catch (error) {
    broken = { error }
  }
  // Also when the rows broke off: what was sent has an outcome.
  while (flights.length > 0) yield* await land()
  if (broken) throw broken.error
}

async function send<T>(
  http: Http,
  resource: string,
  batch: Batch,
  options: RequestOptions,
): Promise<UpsertResult<T>[]> {
  try {
    return (await http.send(bulkCall<T>(resource, batch, `{"data":[${batch.parts.join(',')}]}`), options)).data
  } catch (error) {
    if (error instanceof AbortError || !(error instanceof MatterbaseError)) throw error
    return batch.ids.map((external_id, at) => ({ index: batch.first + at, external_id, outcome: 'failed', error }))
  }
}

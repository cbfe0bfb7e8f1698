import { type Batch, inBatches } from './batches.ts'
import { bulkCall, type UpsertResult } from './bulk.ts'
import { ConfigError, MatterbaseError } from '../errors/error-base.ts'
import { AbortError } from '../errors/errors.ts'
import { fittingLimit } from './fitting-limit.ts'
import type { Http } from '../requests/http.ts'
import type { RequestOptions } from '../requests/request.ts'

/** Options of `upsertMany`. */
export interface UpsertManyOptions extends RequestOptions {
  /** Rows per request, at most 200. A request with large rows has fewer. Default 200. */
  readonly batchSize?: number | undefined
  /** Requests at the same time. Default 4. */
  readonly concurrency?: number | undefined
}

interface Flight<T> {
  readonly ids: ReadonlySet<string>
  readonly results: Promise<UpsertResult<T>[]>
}

/**
 * Upserts rows in large requests, several at the same time, and yields the result of each row in order. Reads rows only
 * as fast as it sends them. If a whole request fails, each of its rows has this error. Only an abort throws.
 */
export async function* upsertMany<T, Row extends object>(
  http: Http,
  resource: string,
  rows: Iterable<Row> | AsyncIterable<Row>,
  { batchSize = 200, concurrency = 4, ...options }: UpsertManyOptions = {},
): AsyncGenerator<UpsertResult<T>, void, undefined> {
  if (!(batchSize >= 1 && concurrency >= 1)) throw new ConfigError('batchSize and concurrency must be 1 or more')
  const flights: Flight<T>[] = []
  const land = async () => (await flights.shift()?.results) ?? []
  let broken: { readonly error: unknown } | undefined
  try {
    for await (const batch of inBatches(rows, batchSize)) {
      // Two rows with the same external_id must not run in parallel.
      const races = ({ ids }: Flight<T>) => batch.ids.some((id) => id !== undefined && ids.has(id))
      while (flights.length >= concurrency || flights.some(races)) yield* await land()
      const results = send<T>(http, resource, batch, options)
      // The error is thrown when the results are read. Until then it must not be an unhandled rejection.
      results.catch(() => {})
      flights.push({ ids: new Set(batch.ids), results })
    }
  } catch (error) {
    broken = { error }
  }
  // If reading the rows failed, the sent rows still have results.
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
    const fitting = fittingLimit(error)
    if (fitting !== undefined && fitting < batch.ids.length)
      return [
        ...(await send<T>(http, resource, part(batch, 0, fitting), options)),
        ...(await send<T>(http, resource, part(batch, fitting), options)),
      ]
    return batch.ids.map((external_id, at) => ({ index: batch.first + at, external_id, outcome: 'failed', error }))
  }
}

const part = ({ first, parts, ids }: Batch, from: number, to?: number): Batch => ({
  first: first + from,
  parts: parts.slice(from, to),
  ids: ids.slice(from, to),
})

import { toApiError } from '../errors/api-error.ts'
import type { WithResponse } from '../requests/api-promise.ts'
import { type Batch, inBatches } from './batches.ts'
import type { Upsert } from './wire.ts'
import { ConfigError, MatterbaseError } from '../errors/error-base.ts'
import { AbortError, DecodeError } from '../errors/errors.ts'
import type { Http } from '../requests/http.ts'
import type { RequestOptions } from '../requests/request.ts'

export interface UpsertManyOptions extends RequestOptions {
  /** Rows per request, at most 200, which is the default; fewer where they are large. */
  readonly batchSize?: number | undefined
  /** Requests under way at any time. Default 4. */
  readonly concurrency?: number | undefined
}

/** What became of one row; `index` is its place in what was passed in. */
export type UpsertResult<T> =
  | (Upsert<T> & { readonly index: number; readonly error?: undefined })
  | { readonly index: number; readonly error: MatterbaseError; readonly data?: undefined; readonly created?: undefined }

interface BulkBody<T> {
  readonly results: (Upsert<T> & { index: number; status: number; error?: unknown })[]
}

interface Flight<T> {
  readonly ids: ReadonlySet<unknown>
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
      while (flights.length >= concurrency || flights.some(({ ids }) => share(ids, batch.ids))) yield* await land()
      const results = send<T>(http, resource, batch, options)
      // Whoever lands it hears of its failure; until then nobody listens.
      results.catch(() => {})
      flights.push({ ids: batch.ids, results })
    }
  } catch (error) {
    broken = { error }
  }
  // Also when the rows broke off: what was sent has an outcome.
  while (flights.length > 0) yield* await land()
  if (broken) throw broken.error
}

const share = (some: ReadonlySet<unknown>, others: ReadonlySet<unknown>) => [...others].some((id) => some.has(id))

async function send<T>(
  http: Http,
  resource: string,
  batch: Batch,
  options: RequestOptions,
): Promise<UpsertResult<T>[]> {
  const { parts, first } = batch
  try {
    const call = { method: 'POST', path: [resource, 'bulk'], body: `{"data":[${parts.join(',')}]}` } as const
    const answer = await http.send({ ...call, decode: ({ results }: BulkBody<T>) => results }, options)
    const byIndex = new Map(answer.data.map((result) => [result.index, result]))
    return parts.map((_, at) => toResult(first + at, byIndex.get(at), answer))
  } catch (error) {
    if (error instanceof AbortError || !(error instanceof MatterbaseError)) throw error
    return parts.map((_, at) => ({ index: first + at, error }))
  }
}

function toResult<T>(
  index: number,
  row: BulkBody<T>['results'][number] | undefined,
  { response: { headers }, idempotencyKey }: WithResponse<unknown>,
): UpsertResult<T> {
  if (!row)
    return {
      index,
      error: new DecodeError('The service did not say what became of this row', { code: 'invalid_answer' }),
    }
  if (row.error === undefined) return { index, created: row.created, data: row.data }
  return { index, error: toApiError({ status: row.status, headers, body: row, idempotencyKey }) }
}

import { callSite } from '../errors/call-site.ts'
import { ConnectionError } from '../errors/errors.ts'
import type { Http } from '../requests/http.ts'
import type { RequestOptions } from '../requests/request.ts'
import type { SyncBatch } from './sync-batch.ts'
import type { Single } from './wire.ts'

/** What the last line has in place of a record. */
interface End {
  readonly _export?: { readonly count: number; readonly updated_since: string }
}

/**
 * Every record of one moment, some at a time as they arrive. The checkpoint of the last batch is that moment; those
 * before it are partial.
 *
 * @param since of a partial checkpoint: what was deleted after it may be in the copy, and no later export says so
 * @throws {ConnectionError} when the last line is missing
 */
export async function* exported<T>(
  http: Http,
  resource: string,
  options?: RequestOptions,
  since?: string,
): AsyncGenerator<SyncBatch<T>, void, undefined> {
  const decode = (lines: AsyncIterable<Single<T & End>[]>) => lines
  const { data, response } = await callSite()(
    http.send({ method: 'GET', path: [resource, 'export'], answer: 'lines', decode }, options),
  )
  let count = 0
  for await (const lines of data) {
    const items = lines.map((line) => line.data)
    const { _export: end }: End = items.at(-1) ?? {}
    if (end) items.pop()
    count += items.length
    const partial = end?.count !== count
    const updated_since = since ?? end?.updated_since ?? response.headers.get('x-updated-since') ?? ''
    if (items.length > 0 || !partial)
      yield { items, deleted: [], checkpoint: { version: 1, resource, updated_since, partial } }
    if (!partial) return
  }
  throw new ConnectionError(`The export ended after ${count} records without its last line`)
}

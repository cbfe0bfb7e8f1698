import { callSite } from '../errors/call-site.ts'
import { ConnectionError } from '../errors/errors.ts'
import type { WebHeaders } from '../config/web-types.ts'
import type { Http } from '../requests/http.ts'
import type { RequestOptions } from '../requests/request.ts'
import type { SyncBatch } from './sync-batch.ts'
import type { Single } from './wire.ts'

/** The last line of an export. */
interface End {
  readonly _export?: { readonly count: number; readonly updated_since: string }
}

/** The beginning of an export that continues a partial checkpoint. */
export interface ExportStart {
  /** Records deleted after this time can be in the copy, and a later export does not contain these deletions. */
  readonly since?: string | undefined
  readonly epoch?: string | undefined
}

/**
 * Yields every record of one moment, in batches as they arrive. The checkpoint of the last batch is this moment. Earlier
 * checkpoints are partial.
 *
 * @throws {ConnectionError} if the last line is missing.
 */
export async function* exported<T>(
  http: Http,
  resource: string,
  options?: RequestOptions,
  { since, epoch: knownEpoch }: ExportStart = {},
): AsyncGenerator<SyncBatch<T>, void, undefined> {
  const decode = (lines: AsyncIterable<Single<T & End>[]>) => lines
  const { data, response } = await callSite()(
    http.send(
      { method: 'GET', path: [resource, 'export'], query: { epoch: knownEpoch }, answer: 'lines', decode },
      options,
    ),
  )
  const epoch = epochOf(response, knownEpoch)
  let count = 0
  for await (const lines of data) {
    const items = lines.map((line) => line.data)
    const { _export: end }: End = items.at(-1) ?? {}
    if (end) items.pop()
    count += items.length
    const partial = end?.count !== count
    const updated_since = since ?? end?.updated_since ?? response.headers.get('x-updated-since') ?? ''
    if (items.length > 0 || !partial)
      yield { items, deleted: [], checkpoint: { version: 1, resource, updated_since, epoch, partial } }
    if (!partial) return
  }
  throw new ConnectionError(`The export is incomplete after ${count} records. Start it again`)
}

/** The sync epoch of a response. Earlier versions of the server send none. */
export const epochOf = ({ headers }: { readonly headers: WebHeaders }, knownEpoch?: string): string | undefined =>
  headers.get('x-workspace-epoch') ?? knownEpoch

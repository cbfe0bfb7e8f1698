import { exported } from './export.ts'
import { list } from './list.ts'
import { ConfigError } from '../errors/error-base.ts'
import { DecodeError } from '../errors/errors.ts'
import type { Http } from '../requests/http.ts'
import type { RequestOptions } from '../requests/request.ts'
import { dated } from '../encoding/dates.ts'
import type { Deletion, SyncBatch, SyncCheckpoint } from './sync-batch.ts'
import type { ListBody } from './wire.ts'

/** Options of `sync`. */
export interface SyncOptions extends RequestOptions {
  /** Only what changed after this moment: a Date, or `2026-03-14`, or `2026-03-14T09:26:53Z`. Default: everything. */
  readonly since?: string | Date | undefined
  /** Goes on where this was taken, and wins over `since`. None yet (undefined, or null as databases say) starts there. */
  readonly checkpoint?: SyncCheckpoint | null | undefined
  /**
   * Whether to begin with an `export` where there is no checkpoint and no `since`: one request for all that is there,
   * and nothing of what was deleted before. Default false.
   */
  readonly export?: boolean | undefined
  /** Records per batch (those of an export come as they arrive), at most 200, which is the default. */
  readonly limit?: number | undefined
}

interface Stamped {
  readonly updated_at: string
}
type Tombstone = Deletion & Stamped

const beginning = '1970-01-01T00:00:00.000Z'
const largestPage = 200

/**
 * Everything that changed, batch by batch, until there is no more. `updated_at` is a strictly increasing clock of
 * the workspace, so asking for what is newer than the last stamp seen loses nothing and repeats nothing, whatever
 * is written meanwhile; a record that changes during the walk comes again with its new state.
 */
export async function* sync<T extends Stamped>(
  http: Http,
  resource: string,
  { since, checkpoint, limit = largestPage, export: exports, ...options }: SyncOptions = {},
  include_deleted: boolean = true,
): AsyncGenerator<SyncBatch<T>, void, undefined> {
  let updated_since = start(resource, since, checkpoint)
  if (checkpoint ? checkpoint.partial : exports && since === undefined)
    for await (const batch of exported<T>(http, resource, options, checkpoint?.updated_since)) {
      yield batch
      updated_since = batch.checkpoint.updated_since
    }
  for (;;) {
    const query = { updated_since, include_deleted: include_deleted || undefined, limit }
    const decode = (body: ListBody<T | Tombstone>) => body
    const { data, hasMore } = await list(http, { path: [resource], query, decode }, options)
    const last = data.at(-1)
    if (!last) return
    checkOrder(updated_since, data)
    updated_since = last.updated_at
    yield { ...split(data), checkpoint: { version: 1, resource, updated_since } }
    if (!hasMore) return
  }
}

function start(resource: string, since: SyncOptions['since'], checkpoint: SyncOptions['checkpoint']): string {
  if (checkpoint !== undefined && checkpoint !== null) {
    if (checkpoint.version === 1 && checkpoint.resource === resource && checkpoint.updated_since)
      return checkpoint.updated_since
    throw new ConfigError(`This is not a checkpoint of ${resource}: ${JSON.stringify(checkpoint)}`)
  }
  return String(dated('updated_since', since ?? beginning))
}

/** Going on from the last stamp is right only where stamps rise, beyond the one asked for. */
function checkOrder(updated_since: string, data: readonly Stamped[]): void {
  let previous = Date.parse(updated_since)
  for (const { updated_at } of data) {
    const at = Date.parse(updated_at)
    if (!(at > previous))
      throw new DecodeError(`The sync cannot go on: updated_at does not rise (${updated_at})`, {
        code: 'pagination_stalled',
      })
    previous = at
  }
}

function split<T>(data: readonly (T | Tombstone)[]): { items: T[]; deleted: Deletion[] } {
  const items: T[] = []
  const deleted: Deletion[] = []
  for (const row of data) {
    if (isTombstone(row)) {
      const { updated_at: _stamp, ...deletion } = row
      deleted.push(deletion)
    } else items.push(row)
  }
  return { items, deleted }
}

const isTombstone = (row: unknown): row is Tombstone => Boolean((row as Partial<Tombstone>).deleted_at)

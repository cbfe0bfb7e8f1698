import { type ExportStart, epochOf, exported } from './export.ts'
import { list } from './list.ts'
import { ConfigError } from '../errors/error-base.ts'
import { DecodeError, SyncResetError } from '../errors/errors.ts'
import type { Query } from '../encoding/encode.ts'
import type { Http } from '../requests/http.ts'
import type { RequestOptions } from '../requests/request.ts'
import { dated } from '../encoding/dates.ts'
import type { Deletion, SyncBatch, SyncCheckpoint } from './sync-batch.ts'
import type { ListBody } from './wire.ts'

/** Options of `sync`. */
export interface SyncOptions extends RequestOptions {
  /** Only changes after this time: a Date, `2026-03-14` or `2026-03-14T09:26:53Z`. Default: everything. */
  readonly since?: string | Date | undefined
  /** Continues after this checkpoint and overrides `since`. Undefined or null starts from the beginning, or at `since`. */
  readonly checkpoint?: SyncCheckpoint | null | undefined
  /**
   * True to begin with an `export` if there is no checkpoint and no `since`: one request for all records, without
   * earlier deletions. If your checkpoint no longer matches the workspace, `sync` also begins with an export, and the
   * first batch has `reset: true`. Default false: `sync` then throws a `SyncResetError`.
   */
  readonly export?: boolean | undefined
  /** Records per batch, at most 200. Batches of an export have other sizes. Default 200. */
  readonly limit?: number | undefined
}

interface Stamped {
  readonly updated_at: string
}
type Tombstone = Deletion & Stamped

const earliest = '1970-01-01T00:00:00.000Z'
const largestPage = 200

/** The beginning of a sync. */
interface SyncStart extends ExportStart {
  readonly exports: boolean
  readonly updated_since: string
  /** True if the copy must be emptied first. */
  readonly reset?: true
}

// Ends a sync of a workspace that is reset again and again.
const mostResets = 3

/**
 * Yields all changes in batches. `updated_at` is a strictly increasing clock of the workspace. Requesting changes after
 * the last `updated_at` therefore misses and repeats nothing, even if records change during the sync. A record that
 * changes during the sync is yielded again with its new values.
 */
export async function* sync<T extends Stamped>(
  http: Http,
  resource: string,
  { since, checkpoint, limit = largestPage, export: exports, ...options }: SyncOptions = {},
  include_deleted: boolean = true,
): AsyncGenerator<SyncBatch<T>, void, undefined> {
  const query = { include_deleted: include_deleted || undefined, limit }
  let from: SyncStart = {
    updated_since: start(resource, since, checkpoint),
    exports: !!(checkpoint ? checkpoint.partial : exports && since === undefined),
    since: checkpoint?.updated_since,
    epoch: checkpoint?.epoch,
  }
  for (let resets = 0; ; resets += 1) {
    try {
      return yield* walk<T>(http, resource, { from, query, isOld: !!checkpoint }, options)
    } catch (error) {
      if (!exports || resets >= mostResets || !(error instanceof SyncResetError)) throw error
      from = { exports: true, updated_since: earliest, reset: true }
    }
  }
}

interface Walk {
  readonly from: SyncStart
  readonly query: Query
  /** True if it continues from a checkpoint, which gets an epoch if it has none. */
  readonly isOld: boolean
}

async function* walk<T extends Stamped>(
  http: Http,
  resource: string,
  { from, query, isOld }: Walk,
  options: RequestOptions,
): AsyncGenerator<SyncBatch<T>, void, undefined> {
  let { updated_since, epoch, reset } = from
  if (from.exports)
    for await (const batch of exported<T>(http, resource, options, from)) {
      yield reset ? { ...batch, reset } : batch
      reset = undefined
      ;({ updated_since, epoch } = batch.checkpoint)
    }
  for (;;) {
    const { data: page, response } = await list(
      http,
      {
        path: [resource],
        query: { updated_since, epoch, ...query },
        decode: (body: ListBody<T | Tombstone>) => body,
        isWalk: true,
      },
      options,
    ).withResponse()
    const { data, hasMore } = page
    const last = data.at(-1)
    const previousEpoch = epoch
    epoch = epochOf(response, epoch)
    if (!last && !(isOld && epoch !== previousEpoch)) return
    checkOrder(updated_since, data)
    updated_since = last?.updated_at ?? updated_since
    yield { ...split(data), checkpoint: { version: 1, resource, updated_since, epoch } }
    if (!hasMore) return
  }
}

function start(resource: string, since: SyncOptions['since'], checkpoint: SyncOptions['checkpoint']): string {
  if (checkpoint !== undefined && checkpoint !== null) {
    if (checkpoint.version === 1 && checkpoint.resource === resource && checkpoint.updated_since)
      return checkpoint.updated_since
    throw new ConfigError(`checkpoint must come from a sync of ${resource}, not ${JSON.stringify(checkpoint)}`)
  }
  return String(dated('updated_since', since ?? earliest))
}

/** @throws {DecodeError} if `updated_at` does not increase, because the next request would then miss changes. */
function checkOrder(updated_since: string, data: readonly Stamped[]): void {
  let previous = Date.parse(updated_since)
  for (const { updated_at } of data) {
    const at = Date.parse(updated_at)
    if (!(at > previous))
      throw new DecodeError(
        `The sync would miss changes, because updated_at does not increase at ${updated_at}. Check that no proxy drops query parameters`,
        {
          code: 'pagination_stalled',
        },
      )
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

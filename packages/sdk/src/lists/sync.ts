import { callSite } from '../errors/call-site.ts'
import { ConfigError } from '../errors/error-base.ts'
import { DecodeError } from '../errors/errors.ts'
import type { Http } from '../requests/http.ts'
import type { RequestOptions } from '../requests/request.ts'
import { toIso, zoned } from '../encoding/dates.ts'
import type { ListBody } from './wire.ts'

/** Where a sync stands. Plain JSON: keep it beside what you synced, in the same transaction if you can. */
export interface SyncCheckpoint {
  /** Of this form. */
  readonly version: 1
  /** A checkpoint is valid for the resource it comes from only. */
  readonly resource: string
  /** The greatest `updated_at` seen. */
  readonly updated_since: string
}

/** Options of `sync`. */
export interface SyncOptions extends RequestOptions {
  /** Only what changed after this moment: a Date, or `2026-03-14`, or `2026-03-14T09:26:53Z`. Default: everything. */
  readonly since?: string | Date | undefined
  /** Goes on where this was taken, and wins over `since`. None yet (undefined, or null as databases say) starts there. */
  readonly checkpoint?: SyncCheckpoint | null | undefined
  /** Records per batch, at most 200, which is the default. */
  readonly limit?: number | undefined
}

/** A record that is no more. The service remembers deletions for at least 30 days. */
export interface Deletion {
  /** Of the record that was deleted. */
  id: number
  /** Your own record's id, where it had one. */
  external_id: string | null
  /** ISO 8601, UTC, with milliseconds. */
  deleted_at: string
}

/** What `sync` yields. */
export interface SyncBatch<T> {
  /** Created or changed, in the order of their changes. */
  readonly items: T[]
  /** Deleted since. */
  readonly deleted: Deletion[]
  /** Keep it once this batch is dealt with. */
  readonly checkpoint: SyncCheckpoint
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
  { since, checkpoint, limit = largestPage, ...options }: SyncOptions = {},
  include_deleted: boolean = true,
): AsyncGenerator<SyncBatch<T>, void, undefined> {
  const site = callSite()
  let updated_since = start(resource, since, checkpoint)
  for (let hasMore = true; hasMore;) {
    const query = { updated_since, include_deleted: include_deleted || undefined, limit }
    const decode = (body: ListBody<T | Tombstone>) => body
    const { data: page } = await site(http.send({ method: 'GET', path: [resource], query, decode }, options))
    const { data } = page
    if (!Array.isArray(data)) throw stalled('the answer has no records')
    const last = data.at(-1)
    if (!last) return
    checkOrder(updated_since, data)
    updated_since = last.updated_at
    yield { ...split(data), checkpoint: { version: 1, resource, updated_since } }
    hasMore = page.has_more ?? true
  }
}

function start(resource: string, since: SyncOptions['since'], checkpoint: SyncOptions['checkpoint']): string {
  if (checkpoint !== undefined && checkpoint !== null) {
    if (checkpoint.version === 1 && checkpoint.resource === resource && checkpoint.updated_since)
      return checkpoint.updated_since
    throw new ConfigError(`This is not a checkpoint of ${resource}: ${JSON.stringify(checkpoint)}`)
  }
  if (since instanceof Date) return toIso('since', since)
  return since === undefined ? beginning : zoned(since)
}

/** Going on from the last stamp is right only where stamps rise, beyond the one asked for. */
function checkOrder(updated_since: string, data: readonly Stamped[]): void {
  let previous = Date.parse(updated_since)
  for (const { updated_at } of data) {
    const at = Date.parse(updated_at)
    if (!(at > previous)) throw stalled(`updated_at does not rise (${updated_at})`)
    previous = at
  }
}

function split<T>(data: readonly (T | Tombstone)[]): { items: T[]; deleted: Deletion[] } {
  const items: T[] = []
  const deleted: Deletion[] = []
  for (const row of data) {
    if (isTombstone(row)) deleted.push({ id: row.id, external_id: row.external_id, deleted_at: row.deleted_at })
    else items.push(row)
  }
  return { items, deleted }
}

const isTombstone = (row: unknown): row is Tombstone => Boolean((row as Partial<Tombstone>).deleted_at)

const stalled = (why: string) => new DecodeError(`The sync cannot go on: ${why}`, { code: 'pagination_stalled' })

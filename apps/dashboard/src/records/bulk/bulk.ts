import { pathWithQuery } from '../../api/address.ts'
import { call } from '../../api/call.ts'
import type { Answer } from '../../api/contract.ts'
import { saveFile } from '../../api/save-file.ts'
import { environment } from '../../environment.ts'
import type { Resource } from '../resource.ts'

/** The filters of a list as they are in the address. */
export type Filters = Readonly<Record<string, string | Readonly<Record<string, string>> | undefined>>

type Results = Answer<'POST /matters/bulk-delete'>['results']
export type Failure = Results[number]

export interface BulkOutcome {
  readonly done: number
  readonly failures: readonly Failure[]
}

const batchSize = 200

/** The IDs of all records that match the filters, and `isWanted`. Default: all of them. */
export async function allIds(
  { path }: Resource,
  filters: Filters,
  isWanted: (record: object) => boolean = () => true,
): Promise<number[]> {
  const ids: number[] = []
  for (let cursor: string | undefined; ;) {
    const query = { ...(cursor === undefined ? filters : { cursor }), limit: 200 }
    const page = await call(`GET /${path}` as const, { query }, { isQuiet: true })
    ids.push(...page.data.filter(isWanted).map(({ id }) => id))
    if (page.next_cursor === null) return ids
    cursor = page.next_cursor
  }
}

/** Deletes records, 200 at a time. `force` unlinks linked records. */
export function deleteAll(
  { path }: Resource,
  ids: readonly number[],
  force: boolean,
  onProgress: (done: number) => void,
) {
  const key = `POST /${path}/bulk-delete` as const
  return inBatches(
    ids,
    onProgress,
    async (batch) => (await call(key, { query: { force }, body: { ids: batch } }, { attempt: undefined })).results,
  )
}

/** Gives records the same values, 200 at a time. */
export function changeAll(
  { path }: Resource,
  ids: readonly number[],
  changes: object,
  onProgress: (done: number) => void = () => undefined,
) {
  const key = `POST /${path}/bulk-change` as const
  return inBatches(
    ids,
    onProgress,
    async (batch) => (await call(key, { body: { ids: batch, changes } }, { attempt: undefined })).results,
  )
}

async function inBatches(
  ids: readonly number[],
  onProgress: (done: number) => void,
  act: (batch: number[]) => Promise<Results>,
): Promise<BulkOutcome> {
  const results: Failure[] = []
  for (let from = 0; from < ids.length; from += batchSize) {
    results.push(...(await act(ids.slice(from, from + batchSize))))
    onProgress(Math.min(ids.length, from + batchSize))
  }
  const failures = results.filter(({ ok }) => !ok)
  return { done: results.length - failures.length, failures }
}

/** Downloads the records that match the filters, or with these IDs, as CSV. Default: for the firm's spreadsheet. */
export async function exportCsv(
  path: Resource['path'] | 'invoices',
  filters: Filters,
  ids?: readonly number[],
  format: 'spreadsheet' | 'plain' = 'spreadsheet',
): Promise<void> {
  const query = { ...(format !== 'plain' && { format }), ...(ids ? { ids: ids.join(',') } : filters) }
  await saveFile('POST', `/dash/v1/${environment}${pathWithQuery(`/${path}/export`, { query })}`, `${path}.csv`)
}

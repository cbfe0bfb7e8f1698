import type { Page, RecordQuery } from '@matterbase/domain'
import type { Operation } from '@matterbase/schemas'
import { validationFailed } from '../../http/errors/api-error.ts'
import { decode } from '../../http/input/decode.ts'
import type { Cell } from './csv.ts'

export type Row = Readonly<Record<string, Cell>>

const mostIds = 1000

/** A list from page to page. @throws ApiError validation_failed when its filters are wrong. */
export async function* listRows(
  operation: Operation,
  readPage: (query: RecordQuery) => Promise<Page>,
  filters: URLSearchParams,
  toRow = rowOf,
) {
  let query = new URLSearchParams([...filters, ['limit', '200']])
  for (;;) {
    const { input, details, omitted } = decode(operation, { params: {}, query, body: undefined }, true)
    if (details.length > 0) throw validationFailed(details, omitted)
    const page = await readPage(input.query as RecordQuery)
    yield (JSON.parse(page.json.text) as object[]).map((record) => toRow(record))
    if (page.next_cursor === null) return
    query = new URLSearchParams({ cursor: page.next_cursor, limit: '200' })
  }
}

/** The chosen records in the order of their selection. Deleted records are left out. */
export async function* recordRows(
  find: (id: number) => Promise<string | undefined>,
  ids: readonly number[],
  toRow = rowOf,
) {
  for (const id of ids) {
    const json = await find(id)
    if (json !== undefined) yield [toRow(JSON.parse(json) as object)]
  }
}

/** A cell has values by key as JSON, and is empty without any. */
export const rowOf = (record: object): Row =>
  Object.fromEntries(Object.entries(record).map(([name, value]: [string, unknown]) => [name, cellOf(value)]))

const cellOf = (value: unknown): Cell => {
  if (typeof value !== 'object' || value === null) return value as Cell
  return Object.keys(value).length > 0 ? JSON.stringify(value) : null
}

/** @throws ApiError validation_failed. */
export function idsOf(text: string): number[] {
  const ids = text.split(',')
  if (ids.length > mostIds || !ids.every((id) => /^[1-9]\d{0,14}$/.test(id)))
    throw validationFailed([
      { field: 'ids', code: 'invalid_format', message: `must be at most ${mostIds} IDs, separated by commas` },
    ])
  return ids.map(Number)
}

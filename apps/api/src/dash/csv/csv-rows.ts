import type { Operation } from '@matterbase/schemas'
import { ApiError, validationFailed } from '../../http/errors/api-error.ts'
import type { Context } from '../../http/operations/context.ts'
import { decode } from '../../http/input/decode.ts'
import type { AnyHandler } from '../../http/operations/perform.ts'
import type { RawJson } from '../../http/answer/raw-json.ts'
import type { Cell } from './csv.ts'

export type Row = Readonly<Record<string, Cell>>

interface Page {
  readonly data: RawJson
  readonly next_cursor: string | null
}

const mostIds = 1000

/** A list from page to page. @throws ApiError validation_failed when its filters are wrong. */
export async function* listRows(operation: Operation, list: AnyHandler, filters: URLSearchParams, context: Context) {
  let query = new URLSearchParams([...filters, ['limit', '200']])
  for (;;) {
    const { input, details, omitted } = decode(operation, { params: {}, query, body: undefined }, true)
    if (details.length > 0) throw validationFailed(details, omitted)
    const page = (await list(input, context)) as Page
    yield JSON.parse(page.data.text) as Row[]
    if (page.next_cursor === null) return
    query = new URLSearchParams({ cursor: page.next_cursor, limit: '200' })
  }
}

/** Records one by one, as they were chosen; those that are gone are left out. */
export async function* recordRows(get: AnyHandler, ids: string, context: Context) {
  for (const id of idsOf(ids)) {
    try {
      const { data } = (await get({ params: { id }, query: {}, body: {} }, context)) as { data: RawJson }
      yield [JSON.parse(data.text) as Row]
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'not_found')) throw error
    }
  }
}

function idsOf(text: string): number[] {
  const ids = text.split(',')
  if (ids.length > mostIds || !ids.every((id) => /^[1-9]\d{0,14}$/.test(id)))
    throw validationFailed([
      { field: 'ids', code: 'invalid_format', message: `must be at most ${mostIds} ids with commas between them` },
    ])
  return ids.map(Number)
}

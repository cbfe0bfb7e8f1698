import type { DeleteResult } from '../lists/delete-many.ts'
import type { WebResponse } from '../config/web-types.ts'
import type { MockCall } from './mock-call.ts'
import type { Shape } from './routes.ts'

interface Row {
  readonly external_id?: string | null
  readonly updated_at?: string | null
}

/** Converts a result to the response of an operation. */
export async function toWire(shape: Shape, answer: unknown, call: MockCall): Promise<WebResponse> {
  if (shape === 'bulk') return bulk(answer, call)
  const result = await resultOf(answer, call)
  if (result instanceof Response) return result.clone()
  const created = isCreation(result)
  switch (shape) {
    case 'list':
      return Response.json(page(result as Row[], call.query))
    case 'lines':
      return lines(result as Row[])
    case 'leads': {
      const { data, ...rest } = page(result as Row[], call.query)
      return Response.json({ ...rest, leads: data })
    }
    case 'webhooks':
      return Response.json({ webhooks: result })
    case 'deleted':
      return Response.json({ results: (result as readonly DeleteResult[]).map(deletedRow) })
    case 'file':
      return new Response(result as Uint8Array<ArrayBuffer>, {
        headers: { 'content-type': 'application/octet-stream' },
      })
    case 'success':
      return Response.json({ success: true })
    case 'data':
      return Response.json(
        { data: result },
        // `if-match` needs an ETag.
        { status: call.method === 'POST' && !call.params['id'] ? 201 : 200, headers: { etag: '"mock"' } },
      )
    default:
      return Response.json(result, { status: created ? 201 : 200 })
  }
}

const resultOf = (answer: unknown, call: MockCall): unknown => (typeof answer === 'function' ? answer(call) : answer)

const isCreation = (result: unknown) => (result as { created?: unknown } | undefined)?.created === true

/** A page by cursor, filtered by `external_id` and `updated_since`. */
function page(
  rows: readonly Row[],
  { limit = '50', offset = '0', cursor = offset, updated_since, external_id }: MockCall['query'],
) {
  const stamp = ({ updated_at }: Row) => Date.parse(updated_at ?? '')
  const own = external_id === undefined ? rows : rows.filter((row) => row.external_id === external_id)
  const fitting = updated_since
    ? own.filter((row) => stamp(row) > Date.parse(updated_since)).sort((a, b) => stamp(a) - stamp(b))
    : own
  const size = Math.min(200, Number(limit))
  const from = Number(cursor)
  const data = fitting.slice(from, from + size)
  const has_more = from + data.length < fitting.length
  const next_cursor = has_more ? String(from + data.length) : null
  return { count: data.length, limit: size, offset: Number(offset), data, has_more, next_cursor }
}

/** The lines of an export, as of the latest change. */
function lines(rows: readonly Row[]): WebResponse {
  const stamps = rows.map(({ updated_at }) => updated_at ?? '')
  const updated_since = stamps.sort().at(-1) ?? '1970-01-01T00:00:00.000Z'
  const text = [...rows, { _export: { count: rows.length, updated_since } }].map((line) => `${JSON.stringify(line)}\n`)
  return new Response(text.join(''), {
    headers: { 'content-type': 'application/x-ndjson; charset=utf-8', 'x-updated-since': updated_since },
  })
}

/** One row of the response of `deleteMany`. */
function deletedRow({ index, id, error }: DeleteResult) {
  if (!error) return { index, status: 200, id, success: true }
  return { index, status: 'status' in error ? error.status : 400, error: error.message, code: error.code }
}

/** Handles each row as a separate upsert. A row with a failed Response fails alone. */
async function bulk(answer: unknown, call: MockCall): Promise<WebResponse> {
  const { data } = call.body as { data: unknown[] }
  const results = data.map(async (body, index) => {
    const result = await resultOf(answer, { ...call, body })
    if (result instanceof Response)
      return { ...((await result.clone().json()) as object), index, status: result.status }
    return { ...(result as object), index, status: isCreation(result) ? 201 : 200 }
  })
  return Response.json({ results: await Promise.all(results) })
}

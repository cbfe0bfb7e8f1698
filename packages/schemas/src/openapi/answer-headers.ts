import { hasEpoch } from '../fields/epoch.ts'
import type { ErrorCode } from '../operations/errors.ts'
import type { Operation } from '../operations/operation.ts'

const text = (description: string, example: string) => ({ description, schema: { type: 'string' as const, example } })
const number = (description: string, example: number) => ({
  description,
  schema: { type: 'integer' as const, minimum: 0, example },
})

/** Every header of an answer that means something to callers. */
export const answerHeaders = {
  'X-Request-Id': {
    ...text(
      'ID of this request. You can send your own (1 to 128 letters, digits, `.`, `_`, `-`).',
      '0b1c2d3e-4f50-4617-8a29-3b4c5d6e7f80',
    ),
    required: true,
  },
  'X-RateLimit-Limit': number('Number of requests that this API key can send in a window of 60 seconds.', 100),
  'X-RateLimit-Remaining': number('Number of requests left in this window.', 99),
  'X-RateLimit-Reset': number('End of the window, in seconds since 1970.', 1773480473),
  'Retry-After': number('Number of seconds to wait before you send the request again.', 42),
  'WWW-Authenticate': { ...text('Reason of the refusal (RFC 6750).', 'Bearer error="invalid_token"'), required: true },
  Location: {
    ...text('URL of the created record.', 'https://firm.example/api/v1/records/42'),
    required: true,
  },
  ETag: text('Version of the response, for `If-None-Match` and `If-Match`.', '"mHk3o9pXbqS1vYdT0aLwzR2cEfU"'),
  'Content-Disposition': text(
    '`attachment` and the name of the file, with the number of the record. A name with letters that are not ASCII is in `filename*` (RFC 6266).',
    'attachment; filename="invoice-INV-2026-0042.pdf"',
  ),
  Link: text(
    'URL of the next page, with `rel="next"`.',
    '<https://firm.example/api/v1/records?cursor=Zm9v>; rel="next"',
  ),
  'X-Updated-Since': text(
    'Value for `updated_since` of the list that continues this export, as in the last line of the export.',
    '2026-03-14T09:26:53.589Z',
  ),
  'X-Workspace-Epoch': text(
    'Sync epoch of the workspace. Store it with your copy, and send it as `epoch`.',
    '7d3c1f52-9a0e-4b6d-8f21-5c4e6a7b8d90',
  ),
  'X-Ignored-Fields': text(
    'Names of ignored fields and parameters, at most 20: unknown names, and read-only fields that you sent with another value than the record has.',
    'titel, colour',
  ),
  'X-Ignored-Fields-Omitted': number('Number of ignored names that `X-Ignored-Fields` does not list.', 12),
  'Idempotent-Replayed': {
    description: 'Present if this is the stored response to an earlier request with this `Idempotency-Key`.',
    schema: { type: 'string' as const, enum: ['true'] },
  },
}

export type AnswerHeader = keyof typeof answerHeaders

const ignored: readonly AnswerHeader[] = ['X-Ignored-Fields', 'X-Ignored-Fields-Omitted']
const rate: readonly AnswerHeader[] = ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset']

/** The headers that a success, or a 304, can carry. */
export function successHeaders(operation: Operation, status: number): AnswerHeader[] {
  const { method, responses, location, lines } = operation
  const shapes = Object.values(responses).map(({ shape }) => shape)
  return [
    'X-Request-Id',
    ...rate,
    ...only(status === 201 && location !== undefined, 'Location'),
    ...only(lines !== undefined, 'X-Updated-Since'),
    ...only(operation.file !== undefined && status !== 304, 'Content-Disposition'),
    ...only(hasEpoch(operation), 'X-Workspace-Epoch'),
    ...only((method === 'get' && !lines) || shapes.some((shape) => 'data' in shape), 'ETag'),
    ...only(
      shapes.some((shape) => 'next_cursor' in shape),
      'Link',
    ),
    ...ignored,
    ...only(method === 'post' && status !== 304, 'Idempotent-Replayed'),
  ]
}

// Refused by the parser of HTTP, before anything else is known of the request.
const unread: readonly number[] = [408, 431]
// Refused before the body is looked at.
const early: readonly number[] = [401, 403, 413, 415, 429]
const waiting: readonly ErrorCode[] = ['rate_limited', 'overloaded', 'unavailable', 'idempotency_in_flight']

/** The headers that an error with one of these codes, all of one status, can carry. */
export function errorHeaders(status: number, codes: readonly ErrorCode[], isReplayable: boolean): AnswerHeader[] {
  if (unread.includes(status)) return ['X-Request-Id']
  return [
    'X-Request-Id',
    ...only(status === 401 || status === 403, 'WWW-Authenticate'),
    ...(status === 401 ? [] : rate),
    ...only(
      codes.some((code) => waiting.includes(code)),
      'Retry-After',
    ),
    ...only(status === 412, 'ETag'),
    ...(early.includes(status) ? [] : ignored),
    ...only(isReplayable, 'Idempotent-Replayed'),
  ]
}

/** References to these headers, as a response lists them. */
export function headerRefs(names: readonly AnswerHeader[]) {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}

const only = (condition: boolean, name: AnswerHeader) => (condition ? [name] : [])

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
      'The id of this request. One that the caller sends (1 to 128 letters, digits, `.`, `_`, `-`) is kept.',
      '0b1c2d3e-4f50-4617-8a29-3b4c5d6e7f80',
    ),
    required: true,
  },
  'X-RateLimit-Limit': number('Requests that this key may make in a window of 60 seconds.', 100),
  'X-RateLimit-Remaining': number('Requests that are left in this window.', 99),
  'X-RateLimit-Reset': number('When the window ends, in seconds since 1970.', 1773480473),
  'Retry-After': number('Seconds to wait; after that the same request can succeed.', 42),
  'WWW-Authenticate': { ...text('What is missing (RFC 6750).', 'Bearer error="invalid_token"'), required: true },
  Location: {
    ...text('Where the record that was created can be fetched.', 'https://firm.example/api/v1/records/42'),
    required: true,
  },
  ETag: text('The version of what is answered, for `If-None-Match` and `If-Match`.', '"mHk3o9pXbqS1vYdT0aLwzR2cEfU"'),
  Link: text(
    'Where the next page is, with `rel="next"`.',
    '<https://firm.example/api/v1/records?cursor=Zm9v>; rel="next"',
  ),
  'X-Updated-Since': text(
    'What the last line of an export has too: pass it as `updated_since` for what changed after it.',
    '2026-03-14T09:26:53.589Z',
  ),
  'X-Ignored-Fields': text(
    'Names of fields and parameters that were not known and not used: the first 20 of them at most.',
    'titel, colour',
  ),
  'X-Ignored-Fields-Omitted': number('How many more there are than `X-Ignored-Fields` names.', 12),
  'Idempotent-Replayed': {
    description: 'Set when this is the stored answer to an earlier request with this `Idempotency-Key`.',
    schema: { type: 'string' as const, enum: ['true'] },
  },
}

export type AnswerHeader = keyof typeof answerHeaders

const ignored: readonly AnswerHeader[] = ['X-Ignored-Fields', 'X-Ignored-Fields-Omitted']
const rate: readonly AnswerHeader[] = ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset']

/** The headers that a success, or a 304, can carry. */
export function successHeaders({ method, responses, location, lines }: Operation, status: number): AnswerHeader[] {
  const shapes = Object.values(responses).map(({ shape }) => shape)
  return [
    'X-Request-Id',
    ...rate,
    ...only(status === 201 && location !== undefined, 'Location'),
    ...only(lines !== undefined, 'X-Updated-Since'),
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

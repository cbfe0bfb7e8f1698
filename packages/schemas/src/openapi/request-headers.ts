import type { Operation } from '../operations/operation.ts'

const header = (name: string, description: string, schema: object = {}) => ({
  name,
  in: 'header' as const,
  required: false,
  description,
  schema: { type: 'string' as const, ...schema },
})

/** Every request header, apart from those of HTTP itself, that changes what an operation does. */
export const requestHeaders = {
  IdempotencyKey: header(
    'Idempotency-Key',
    'Unique key of this request, so that you can repeat it safely. For 24 hours, a request with the same idempotency key returns the response of the first one.',
    { minLength: 1, maxLength: 255, pattern: '^[!-~]+$' },
  ),
  IfMatch: header(
    'If-Match',
    '`ETag` of the record that you read. If the record has changed since, nothing is written and the response is 412.',
  ),
  IfNoneMatch: header(
    'If-None-Match',
    '`ETag` of an earlier response. If nothing has changed, the response is 304 without a body, and does not count for the rate limit.',
  ),
  Prefer: header(
    'Prefer',
    '`handling=strict` refuses unknown fields and parameters, and read-only fields with another value than the record has. Without it, they are ignored and named in `X-Ignored-Fields`.',
  ),
} as const

/** References to the headers that an operation heeds. */
export function requestHeaderRefs({ method, lines, errors = [] }: Operation) {
  const names: (keyof typeof requestHeaders)[] = [
    ...(method === 'get' && !lines ? (['IfNoneMatch'] as const) : []),
    ...(method === 'post' ? (['IdempotencyKey'] as const) : []),
    ...(errors.includes('precondition_failed') ? (['IfMatch'] as const) : []),
    'Prefer',
  ]
  return names.map((name) => ({ $ref: `#/components/parameters/${name}` }))
}

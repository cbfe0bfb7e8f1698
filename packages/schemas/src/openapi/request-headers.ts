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
    'Makes it safe to send the request again: for 24 hours the same key is given the answer that the first request got.',
    { minLength: 1, maxLength: 255, pattern: '^[!-~]+$' },
  ),
  IfMatch: header(
    'If-Match',
    'The `ETag` of the record as you know it. If the record has changed since, nothing is written and the answer is 412.',
  ),
  IfNoneMatch: header(
    'If-None-Match',
    'The `ETag` of an earlier answer. If the answer would be the same, it is 304 without a body, and free of the rate limit.',
  ),
  Prefer: header(
    'Prefer',
    '`handling=strict` refuses fields and parameters that are not known, instead of naming them in `X-Ignored-Fields`.',
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

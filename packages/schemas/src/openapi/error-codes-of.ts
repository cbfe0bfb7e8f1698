import { hasEpoch } from '../fields/epoch.ts'
import type { ErrorCode } from '../operations/errors.ts'
import type { Operation } from '../operations/operation.ts'

/** Every error code that an operation can answer. */
export function errorCodesOf({ method, scope, params, query, body, errors = [] }: Operation): readonly ErrorCode[] {
  return [
    'validation_failed',
    ...only(body, 'invalid_json', 'invalid_body'),
    ...only(isPaged(query), 'page_too_large'),
    'malformed_request',
    'missing_key',
    'invalid_key',
    ...only(scope, 'insufficient_scope'),
    ...only(params, 'not_found'),
    ...only(hasEpoch({ query }), 'sync_reset'),
    'request_timeout',
    ...only(method === 'post', 'idempotency_in_flight', 'idempotency_mismatch'),
    ...only(body, 'payload_too_large', 'unsupported_media_type'),
    ...errors,
    'rate_limited',
    'headers_too_large',
    'internal',
    'overloaded',
    'unavailable',
  ]
}

/** A list that can only be walked by cursor ends its pages where it has to. */
const isPaged = (query: Operation['query']) => query !== undefined && 'offset' in query.shape

const only = (condition: unknown, ...codes: readonly ErrorCode[]) => (condition ? codes : [])

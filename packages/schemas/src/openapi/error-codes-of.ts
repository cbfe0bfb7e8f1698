import type { ErrorCode } from '../operations/errors.ts'
import type { Operation } from '../operations/operation.ts'

/** Every error code that an operation can answer. */
export function errorCodesOf({ method, scope, params, body, errors = [] }: Operation): readonly ErrorCode[] {
  return [
    'validation_failed',
    ...only(body, 'invalid_json', 'invalid_body'),
    'malformed_request',
    'missing_key',
    'invalid_key',
    ...only(scope, 'insufficient_scope'),
    ...only(params, 'not_found'),
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

const only = (condition: unknown, ...codes: readonly ErrorCode[]) => (condition ? codes : [])

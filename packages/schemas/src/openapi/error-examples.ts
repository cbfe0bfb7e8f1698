import type { z } from 'zod'
import type { ErrorCode } from '../operations/errors.ts'
import type { ErrorBody } from './error-body.ts'

type Example = Omit<z.input<typeof ErrorBody>, 'code' | 'request_id'>

const title = { field: 'title', code: 'required', message: 'is required' }

const examples: Readonly<Record<ErrorCode, Example>> = {
  invalid_json: { error: 'The body is not valid JSON: Unexpected end of JSON input' },
  invalid_body: { error: 'The body must be a JSON object' },
  validation_failed: { error: 'title: is required', details: [title] },
  malformed_request: { error: 'The request is not valid HTTP' },
  bulk_failed: {
    error: 'Nothing was written: 1 of 2 records failed',
    results: [
      { index: 0, status: 424, error: 'Not written, because another record failed', code: 'not_applied' },
      { index: 1, status: 400, error: 'title: is required', code: 'validation_failed', details: [title] },
    ],
  },
  missing_key: { error: 'Send an API key: Authorization: Bearer mb_live_…' },
  invalid_key: { error: 'This API key is unknown, revoked or expired' },
  insufficient_scope: { error: 'This API key lacks the scope matters:write' },
  not_found: { error: 'Not found' },
  method_not_allowed: { error: 'DELETE is not possible here, only GET, POST, HEAD, OPTIONS' },
  request_timeout: { error: 'The request did not arrive in time' },
  external_id_conflict: { error: 'Record 42 already has this external_id', existing_id: 42 },
  idempotency_in_flight: { error: 'A request with this Idempotency-Key is still running' },
  has_dependents: {
    error: '3 other records refer to this one; delete with ?force=true to unlink them',
    dependents: { matters: 1, time_entries: 2, expenses: 0 },
  },
  limit_reached: { error: 'A workspace has at most 20 of these; delete one' },
  precondition_failed: { error: 'The record is not what If-Match says; get it again' },
  payload_too_large: { error: 'The body must be at most 1 MiB' },
  unsupported_media_type: { error: 'The body must be application/json in UTF-8, not text/plain' },
  idempotency_mismatch: { error: 'This Idempotency-Key was used with another request; use a new one' },
  not_applied: { error: 'Not written, because another record failed' },
  rate_limited: { error: 'More than 100 requests in a minute; try again in 42 s' },
  headers_too_large: { error: 'The request headers are too large' },
  internal: { error: 'Internal server error' },
  overloaded: { error: 'Too many requests of this workspace are waiting; send fewer at once' },
  unavailable: { error: 'The database cannot be reached right now, try again shortly' },
}

/** An error body as it is answered with this code. */
export function errorExample(code: ErrorCode) {
  const { error, ...extra } = examples[code]
  return { error, code, request_id: '0b1c2d3e-4f50-4617-8a29-3b4c5d6e7f80', ...extra }
}

/**
 * Every machine code an answer can carry in `code`, with its HTTP status and what it means.
 * The one table: statuses, the OpenAPI document and the error page are derived from it.
 */
export const errorCodes = {
  invalid_json: { status: 400, meaning: 'The body is not JSON, or nested more than 100 levels deep' },
  invalid_body: { status: 400, meaning: 'The body is JSON but not an object' },
  validation_failed: { status: 400, meaning: 'Fields or parameters are wrong; `details` lists them' },
  page_too_large: { status: 400, meaning: 'The records of the response are more than 4 MiB; `limit` is how many fit' },
  malformed_request: { status: 400, meaning: 'The request is not valid HTTP' },
  bulk_failed: { status: 400, meaning: 'An atomic bulk request had records that failed; `results` has them' },
  missing_key: { status: 401, meaning: 'The `Authorization: Bearer` header is missing' },
  invalid_key: { status: 401, meaning: 'The API key is unknown, revoked or expired' },
  insufficient_scope: { status: 403, meaning: 'The API key is missing the scope that `error` names' },
  not_found: { status: 404, meaning: 'The endpoint does not exist, or the record does not exist in this workspace' },
  method_not_allowed: { status: 405, meaning: 'The path does not support this method; see `Allow`' },
  request_timeout: { status: 408, meaning: 'The request did not arrive in time' },
  external_id_conflict: {
    status: 409,
    meaning: 'Another record has this `external_id` or `resource_id`; `existing_id` is the ID of that record',
  },
  number_taken: {
    status: 409,
    meaning: 'Another record has or had this `number`; `existing_id` is the ID of that record',
  },
  idempotency_in_flight: {
    status: 409,
    meaning: 'A request with this `Idempotency-Key` is still running; wait `Retry-After` seconds',
  },
  has_dependents: { status: 409, meaning: 'Other records refer to this record; `dependents` counts them' },
  billed: {
    status: 409,
    meaning: 'An issued invoice shows the record, so it can neither change nor be deleted',
  },
  limit_reached: { status: 409, meaning: 'The workspace or account has reached its limit' },
  missing_data: {
    status: 409,
    meaning: 'The file cannot be made, because data is missing or the record is a draft; `details` lists what to do',
  },
  sync_reset: {
    status: 410,
    meaning: 'Your copy is from another sync epoch than the workspace; build it again from an export',
  },
  precondition_failed: {
    status: 412,
    meaning: 'The record has changed since the tag in `If-Match` or `if_match`; `etag` is its current one',
  },
  payload_too_large: { status: 413, meaning: 'The body is larger than 1 MiB after decompression' },
  unsupported_media_type: { status: 415, meaning: 'The body is not `application/json` in UTF-8' },
  idempotency_mismatch: { status: 422, meaning: 'This `Idempotency-Key` was used with another request' },
  not_applied: { status: 424, meaning: 'In the results of an atomic bulk request: another record failed' },
  rate_limited: { status: 429, meaning: 'Too many requests; wait `Retry-After` seconds' },
  headers_too_large: { status: 431, meaning: 'The request headers are larger than 16 KiB' },
  internal: { status: 500, meaning: 'Something went wrong on the server; tell the operator the `request_id`' },
  overloaded: {
    status: 503,
    meaning: 'Too many requests are in progress, or the request took too long; wait `Retry-After` seconds',
  },
  unavailable: {
    status: 503,
    meaning: 'The database cannot be reached, or an upgrade is in progress; wait `Retry-After` seconds',
  },
} as const

export type ErrorCode = keyof typeof errorCodes

/** One wrong field or parameter. */
export interface ErrorDetail {
  /** A path such as `title`, `leadData.email` or `events[0]`; a query parameter goes by its name. */
  readonly field: string
  /** `required`, `invalid_type`, `invalid_value`, `not_nullable`, `too_long`, `out_of_range`, `not_found`, … */
  readonly code: string
  readonly message: string
}

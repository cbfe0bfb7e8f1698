import type { z } from 'zod'
import type { ErrorCode } from '../operations/errors.ts'
import type { ErrorBody } from './error-body.ts'

type Example = Omit<z.input<typeof ErrorBody>, 'code' | 'request_id' | 'doc_url'>

const title = { field: 'title', code: 'required', message: 'is required' }

const examples: Readonly<Record<ErrorCode, Example>> = {
  invalid_json: { error: 'The body is not valid JSON: Unexpected end of JSON input' },
  invalid_body: { error: 'The body is an array. Send a JSON object.' },
  validation_failed: { error: 'title: is required', details: [title] },
  page_too_large: {
    error: '200 of these records are more than 4 MiB. Set limit to at most 57, or page with cursor.',
    limit: 57,
  },
  malformed_request: { error: 'The request is not valid HTTP. Use an HTTP library to send it.' },
  bulk_failed: {
    error: 'Nothing was written, because 1 of 2 records failed. Fix them, then send all records again.',
    results: [
      {
        index: 0,
        status: 424,
        error: 'Not written, because another record of this request failed',
        code: 'not_applied',
      },
      { index: 1, status: 400, error: 'title: is required', code: 'validation_failed', details: [title] },
    ],
  },
  missing_key: { error: 'No API key. Send `Authorization: Bearer mb_test_…`.' },
  invalid_key: {
    error:
      'This API key is unknown, revoked or expired. Check that you copied all of it and that it belongs to this server.',
  },
  insufficient_scope: {
    error: 'This API key is missing the scope matters:write. Use an API key that has it (Developers → API keys).',
  },
  not_found: { error: 'No matter 42 in this test workspace. IDs differ between live and test.' },
  method_not_allowed: { error: 'DELETE is not allowed at this path. Use one of: GET, POST, HEAD, OPTIONS.' },
  request_timeout: { error: 'The request did not arrive in time. Send it again.' },
  external_id_conflict: {
    error: 'external_id "crm-1" belongs to matter 42. Update matter 42, or use PUT.',
    existing_id: 42,
  },
  number_taken: {
    error: 'number "2026-0042" belongs to matter 42. Choose another number.',
    existing_id: 42,
  },
  idempotency_in_flight: {
    error: 'A request with this Idempotency-Key is still running. Wait 1 s, then send the same request again.',
  },
  has_dependents: {
    error:
      '1 matter and 2 time entries refer to this client. Delete them first, or delete the client with ?force=true to unlink them.',
    dependents: {
      matters: 1,
      time_entries: 2,
      expenses: 0,
      documents: 0,
      signed_documents: 0,
      invoices: 0,
      payments: 0,
      credit_notes: 0,
    },
  },
  billed: {
    error:
      'This time entry is on invoice 2026-0042, which shows `duration`. Void the invoice before you change it, or issue a credit note.',
    details: [{ field: 'duration', code: 'billed', message: 'cannot change, because invoice 2026-0042 shows it' }],
  },
  limit_reached: { error: 'This workspace has 20 webhook endpoints, which is the limit. Delete one first.' },
  missing_data: {
    error: 'The invoice is not complete for an XRechnung: The country of the firm',
    details: [{ field: 'firm', code: 'missing', message: 'The country of the firm' }],
  },
  sync_reset: {
    error:
      'epoch: the records of this workspace have another history than your copy. The server was restored from a backup, the sample data was reset, or your copy is from another workspace. Build the copy again from an export',
  },
  precondition_failed: {
    error: 'The record changed since you read it (If-Match does not match). Fetch it again, then repeat your change.',
    id: 42,
    etag: 'Qm3xVa-0002f0a91c3b5e40',
  },
  payload_too_large: { error: 'The body is larger than 1 MiB. Send less in one request.' },
  unsupported_media_type: { error: 'The body must be application/json in UTF-8, not text/plain' },
  idempotency_mismatch: {
    error: 'This Idempotency-Key was used with another request. Use a new one for each different request.',
  },
  not_applied: { error: 'Not written, because another record of this request failed' },
  rate_limited: { error: 'More than 100 requests in a minute; try again in 42 s' },
  headers_too_large: {
    error: 'The request headers are larger than 16 KiB. Send fewer or shorter headers (check your cookies).',
  },
  internal: {
    error:
      'Something went wrong on this server. Send the request again. If it fails again, tell the operator the request_id.',
  },
  overloaded: { error: 'Too many requests of this workspace are waiting. Send fewer at the same time.' },
  unavailable: { error: 'The database of this server cannot be reached. Try again in 2 s.' },
}

/** The error body of this code. */
export function errorExample(code: ErrorCode) {
  const { error, ...extra } = examples[code]
  const docUrl = `https://firm.example/docs/api/errors#${code}`
  return { error, code, request_id: '0b1c2d3e-4f50-4617-8a29-3b4c5d6e7f80', doc_url: docUrl, ...extra }
}

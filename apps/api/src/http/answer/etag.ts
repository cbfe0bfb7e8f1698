import { createHash } from 'node:crypto'
import { ApiError } from '../errors/api-error.ts'
import { encode, RawJson } from './raw-json.ts'

const digest = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 27)

/** A record's tag is the same whatever answer it stands in. */
const recordTag = (json: string) => `"${digest(json)}"`

/** The tag of an answer: strong when it is about one record, else weak. */
export function etagOf(answer: object): string {
  const data: unknown = 'data' in answer ? answer.data : undefined
  if (data instanceof RawJson && data.text.startsWith('{')) return recordTag(data.text)
  // A cursor is sealed anew each time, and says nothing that the rest does not.
  return `W/"${digest(encode({ ...answer, next_cursor: undefined }))}"`
}

/** Whether the caller has this already (RFC 9110 §13.1.2, weak comparison). */
export function isKnown(etag: string, ifNoneMatch: string | undefined): boolean {
  return (
    ifNoneMatch !== undefined &&
    tagsOf(ifNoneMatch).some((tag) => tag === '*' || tag.replace(/^W\//, '') === etag.replace(/^W\//, ''))
  )
}

/**
 * Why a write is held back: the record is not what the caller last saw (RFC 9110 §13.1.1). Undefined
 * when it may go on.
 */
export function mismatchOf(ifMatch: string | undefined, json: string | undefined): ApiError | undefined {
  if (ifMatch === undefined) return undefined
  const matches = json !== undefined && tagsOf(ifMatch).some((tag) => tag === '*' || tag === recordTag(json))
  if (matches) return undefined
  return new ApiError('precondition_failed', 'The record is not what If-Match says; get it again', {
    headers: json === undefined ? {} : { ETag: recordTag(json) },
  })
}

/** The same for whoever has nothing else to check. @throws ApiError precondition_failed. */
export function requireMatch(ifMatch: string | undefined, json: string) {
  const mismatch = mismatchOf(ifMatch, json)
  if (mismatch) throw mismatch
}

const tagsOf = (header: string) => header.split(',').map((tag) => tag.trim())

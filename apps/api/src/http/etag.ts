import { createHash } from 'node:crypto'
import { ApiError } from './api-error.ts'
import { RawJson } from './raw-json.ts'

const digest = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 27)

/** A record's tag is the same whatever answer it stands in. */
export const recordTag = (json: string) => `"${digest(json)}"`

/** The tag of an answer: strong when it is about one record, else weak. */
export function etagOf(answer: object, text: string): string {
  const data: unknown = 'data' in answer ? answer.data : undefined
  return data instanceof RawJson && data.text.startsWith('{') ? recordTag(data.text) : `W/"${digest(text)}"`
}

/** Whether the caller has this already (RFC 9110 §13.1.2, weak comparison). */
export function isKnown(etag: string, ifNoneMatch: string | undefined): boolean {
  return (
    ifNoneMatch !== undefined &&
    tagsOf(ifNoneMatch).some((tag) => tag === '*' || tag.replace(/^W\//, '') === etag.replace(/^W\//, ''))
  )
}

/**
 * Holds a write back when the record is not what the caller last saw (RFC 9110 §13.1.1).
 * @throws ApiError precondition_failed.
 */
export function requireMatch(ifMatch: string | undefined, json: string | undefined) {
  if (ifMatch === undefined) return
  const matches = json !== undefined && tagsOf(ifMatch).some((tag) => tag === '*' || tag === recordTag(json))
  if (!matches)
    throw new ApiError('precondition_failed', 'The record is not what If-Match says; get it again', {
      headers: json === undefined ? {} : { ETag: recordTag(json) },
    })
}

const tagsOf = (header: string) => header.split(',').map((tag) => tag.trim())

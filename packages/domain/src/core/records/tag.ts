import { hash } from 'node:crypto'
import type { JsonColumns } from '@matterbase/db'
import { RefusedError } from '../verbs/refused.ts'

/** The tag of a version: the `etag` that a record ends with, else a hash of the JSON. */
export const tagOf = (json: string | Uint8Array) =>
  /"etag":"([\w-]+)"\}$/.exec(endOf(json))?.[1] ?? hashOf(json).slice(0, 27)

const endOf = (json: string | Uint8Array) =>
  typeof json === 'string' ? json.slice(-64) : Buffer.from(json.subarray(-64)).toString('latin1')

const hashOf = (content: string | Uint8Array) => hash('sha256', content, 'base64url')

/**
 * Adds the tag of each record's version, last. It is the time of the last change, which no two versions of a record share. A
 * hash of the JSON would double PostgreSQL's work for a page. The tags also have a hash of the columns, because a new field
 * of the contract changes the JSON of unchanged records.
 */
export const withTag = (columns: JsonColumns): JsonColumns => ({
  ...columns,
  etag: { tag: `${hashOf(JSON.stringify(columns)).replaceAll(/[-_]/g, '').slice(0, 6)}-` },
})

/** The versions that the caller has seen. The record only changes if its tag is one of these. */
export type Seen = readonly string[] | 'any'

/**
 * The error when the record is not a version that the caller saw. Undefined if it is.
 *
 * @param json of the record, undefined if it does not exist.
 */
export function changedSince(seen: Seen | undefined, json: string | undefined, id?: number): RefusedError | undefined {
  if (!seen) return undefined
  if (json === undefined)
    return new RefusedError(
      'precondition_failed',
      'The record does not exist (If-Match does not match). Leave If-Match out to create it.',
    )
  const tag = tagOf(json)
  if (seen === 'any' || seen.includes(tag)) return undefined
  return new RefusedError(
    'precondition_failed',
    'The record changed since you read it (If-Match does not match). Fetch it again, then repeat your change.',
    { tag, facts: { ...(id !== undefined && { id }), etag: tag } },
  )
}

/** The same where nothing else is to be checked. @throws RefusedError precondition_failed. */
export function requireUnchanged(seen: Seen | undefined, json: string, id?: number): void {
  const refusal = changedSince(seen, json, id)
  if (refusal) throw refusal
}

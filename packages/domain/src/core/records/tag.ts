import { hash } from 'node:crypto'
import { RefusedError } from '../verbs/refused.ts'

/** Identifies a version of a record by its JSON. */
export const tagOf = (json: string | Uint8Array) => hash('sha256', json, 'base64url').slice(0, 27)

/** The versions that the caller has seen. The record only changes if its tag is one of these. */
export type Seen = readonly string[] | 'any'

/** The error when the record is not a version that the caller saw. Undefined if it is. */
export function changedSince(seen: Seen | undefined, json: string | undefined): RefusedError | undefined {
  if (!seen) return undefined
  const tag = json === undefined ? undefined : tagOf(json)
  if (tag !== undefined && (seen === 'any' || seen.includes(tag))) return undefined
  return new RefusedError(
    'precondition_failed',
    'The record changed since you read it (If-Match does not match). Fetch it again, then repeat your change.',
    { tag },
  )
}

/** The same where nothing else is to be checked. @throws RefusedError precondition_failed. */
export function requireUnchanged(seen: Seen | undefined, json: string): void {
  const refusal = changedSince(seen, json)
  if (refusal) throw refusal
}

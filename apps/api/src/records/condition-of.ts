import { RefusedError } from '@matterbase/domain'
import type { Seen } from '@matterbase/domain'
import { versionsOf } from '../http/answer/etag.ts'
import { answerTo } from '../http/errors/refusal.ts'
import type { Given } from './fields-of.ts'

interface Reader {
  readonly isBlind: boolean
}

/**
 * Separates `if_match` from the fields of a decoded update or upsert.
 *
 * @param read the scope that reads the record.
 * @throws ApiError insufficient_scope for a caller who may not read the record, as for `If-Match`.
 */
export function conditionOf(
  data: Given,
  reader: Reader,
  read: string | null,
): { readonly seen: Seen | undefined; readonly body: Given } {
  const { if_match: ifMatch, ...body } = data
  if (ifMatch === undefined) return { seen: undefined, body: data }
  return { seen: seenIn(ifMatch as string | readonly string[], reader, read), body }
}

/** The versions in `if_match`. @throws ApiError insufficient_scope as `conditionOf`. */
export function seenIn(ifMatch: string | readonly string[], { isBlind }: Reader, read: string | null): Seen {
  const seen = versionsOf([ifMatch].flat())
  if (isBlind && seen !== 'any' && read !== null) {
    const message = `if_match needs the scope ${read}, because it confirms a version of the record. Leave if_match out, or use an API key with this scope.`
    throw answerTo(new RefusedError('insufficient_scope', message, { scope: read }))
  }
  return seen
}

import { RefusedError } from '@matterbase/domain'
import type { Seen } from '@matterbase/domain'
import type { Operation } from '@matterbase/schemas'

/**
 * For a caller who may not read the record: whether a tag fits would tell whether a guess at the record is right.
 *
 * @throws RefusedError insufficient_scope when If-Match has a tag and the operation compares it.
 */
export function requireNoTag({ errors = [] }: Operation<string>, seen: Seen | undefined, scope: string): void {
  if (seen === undefined || seen === 'any' || !errors.includes('precondition_failed')) return
  const message = `If-Match needs the scope ${scope}, because it confirms a version of the record. Leave If-Match out, or use an API key with this scope.`
  throw new RefusedError('insufficient_scope', message, { scope })
}

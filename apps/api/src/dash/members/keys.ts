import { revokeMemberKeys } from '@matterbase/domain'
import type { Sql } from '@matterbase/db'
import type { MemberKey } from '@matterbase/domain'
import type { Scope } from '@matterbase/schemas'
import type { Caller } from '../../http/operations/context.ts'
import { audit } from '../audit/audit-log.ts'

/** Revokes keys that a member made, with an entry in the audit log for each, and answers which they were. */
export async function endKeysOf(
  sql: Sql,
  caller: Caller,
  which: Parameters<typeof revokeMemberKeys>[1],
  because: string,
) {
  const keys = await revokeMemberKeys(sql, which)
  for (const { id, name, environment } of keys)
    await audit(
      sql,
      { ...caller, environment },
      { action: 'key.revoked', target: `${name} (${id})`, details: { because } },
    )
  return keys.map(shownKey)
}

export const shownKey = ({ scopes, last_used_at: usedAt, ...key }: MemberKey) => ({
  ...key,
  scopes: scopes as Scope[],
  last_used_at: usedAt?.toISOString() ?? null,
})

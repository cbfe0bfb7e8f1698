import { text, transaction } from '@matterbase/db'
import type { Db } from '@matterbase/db'
import { readSetLimits, withDefaults } from '../../core/storage/account-limits.ts'
import type { AccountLimits, SetLimits } from '../../core/storage/account-limits.ts'
import { noteFull } from '../../core/storage/note-full.ts'
import { setFrom } from '../../core/tx/set-from.ts'
import { noteAction } from '../../core/verbs/actor.ts'
import { noSuchAccount, normaliseEmail } from './accounts.ts'

/** Null sets a limit back to its default. A limit that is absent does not change. */
export type LimitChanges = { readonly [K in keyof SetLimits]?: SetLimits[K] | undefined }

interface ChangedLimits {
  readonly ownerUuid: string
  readonly email: string
  readonly limits: AccountLimits
}

/**
 * Sets limits of an account, and returns all of its limits. Only the operator does this, on the command line.
 *
 * @throws Error when no account has this email.
 */
export function setAccountLimits(db: Db, account: string, changes: LimitChanges): Promise<ChangedLimits> {
  return transaction(db, async (sql) => {
    const [found] = await sql.rows({ owner_uuid: text, email: text })`
      SELECT owner_uuid::text, email FROM accounts WHERE email = ${normaliseEmail(account)} FOR NO KEY UPDATE`
    if (!found) throw noSuchAccount(account)
    const { owner_uuid: ownerUuid, email } = found
    const before = await readSetLimits(sql, ownerUuid)
    const { maxTier, maxKeys, maxMailsPerDay, maxBytes } = changes
    const after: SetLimits = {
      maxTier: maxTier === undefined ? before.maxTier : maxTier,
      maxKeys: maxKeys === undefined ? before.maxKeys : maxKeys,
      maxMailsPerDay: maxMailsPerDay === undefined ? before.maxMailsPerDay : maxMailsPerDay,
      maxBytes: maxBytes === undefined ? before.maxBytes : maxBytes,
    }
    const limits = withDefaults(after)
    if (Object.keys(changes).length === 0) return { ownerUuid, email, limits }
    await sql.run`
      INSERT INTO account_limits (owner_uuid, max_tier, max_keys, max_mails_per_day, max_bytes)
      VALUES (${ownerUuid}::text::uuid, ${after.maxTier}::text::"RateTier", ${after.maxKeys}, ${after.maxMailsPerDay}, ${after.maxBytes})
      ON CONFLICT (owner_uuid) DO UPDATE SET ${setFrom('excluded', ['max_tier', 'max_keys', 'max_mails_per_day', 'max_bytes'])}`
    await noteFull(sql, ownerUuid, limits.maxBytes)
    const actor = { ownerUuid, by: { kind: 'system', name: 'command line' } } as const
    await noteAction(sql, actor, { action: 'account.limits_set', target: email, details: { ...limits } })
    return { ownerUuid, email, limits }
  })
}

import { bigint, int, orNull, Prisma, rateTier, text, transaction } from '@matterbase/db'
import type { Db, RateTier, Sql } from '@matterbase/db'
import { noteFull } from '../storage/note-full.ts'
import { setFrom } from '../tx/set-from.ts'
import { noteAction } from '../verbs/actor.ts'
import { noSuchAccount, normaliseEmail } from './accounts.ts'

/** What an account may use. The operator sets it, see `setAccountLimits`. */
export interface AccountLimits {
  /** The highest rate tier of its keys. */
  readonly maxTier: RateTier
  /** API keys that work at the same time, in both workspaces. */
  readonly maxKeys: number
  readonly maxMailsPerDay: number
  /** Bytes of documents, logos, mails and events, in both workspaces. */
  readonly maxBytes: number
}

/** The limits of an account that the operator has set none for. */
export const defaultLimits: AccountLimits = {
  maxTier: 'enterprise',
  maxKeys: 1_000,
  maxMailsPerDay: 500,
  maxBytes: 20 * 1024 ** 3,
}

/** An expression: the highest rate tier that a key of an account, an expression, may have. */
export const maxTierOf = (ownerUuid: Prisma.Sql) =>
  Prisma.sql`coalesce((SELECT max_tier FROM account_limits WHERE owner_uuid = ${ownerUuid}), ${highestTier})`

/** An expression: the rate tier that a key has at use. Both arguments are expressions. */
export const tierWithin = (tier: Prisma.Sql, ownerUuid: Prisma.Sql) =>
  Prisma.sql`least(${tier}, ${maxTierOf(ownerUuid)})`

const highestTier = Prisma.sql`${defaultLimits.maxTier}::text::"RateTier"`

/** What the operator set; null is the default. */
type SetLimits = { readonly [K in keyof AccountLimits]: AccountLimits[K] | null }

/** Null sets a limit back to its default. A limit that is absent does not change. */
export type LimitChanges = { readonly [K in keyof SetLimits]?: SetLimits[K] | undefined }

/** The limits of an account: those that the operator set, and the defaults for the others. */
export const accountLimits = async (sql: Sql, ownerUuid: string): Promise<AccountLimits> =>
  withDefaults(await readSet(sql, ownerUuid))

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
    const before = await readSet(sql, ownerUuid)
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

async function readSet(sql: Sql, ownerUuid: string): Promise<SetLimits> {
  const [row] = await sql.rows({
    max_tier: orNull(rateTier),
    max_keys: orNull(int),
    max_mails_per_day: orNull(int),
    max_bytes: orNull(bigint),
  })`
    SELECT max_tier::text, max_keys, max_mails_per_day, max_bytes FROM account_limits
    WHERE owner_uuid = ${ownerUuid}::text::uuid`
  return {
    maxTier: row?.max_tier ?? null,
    maxKeys: row?.max_keys ?? null,
    maxMailsPerDay: row?.max_mails_per_day ?? null,
    maxBytes: row?.max_bytes == null ? null : Number(row.max_bytes),
  }
}

const withDefaults = ({ maxTier, maxKeys, maxMailsPerDay, maxBytes }: SetLimits): AccountLimits => ({
  maxTier: maxTier ?? defaultLimits.maxTier,
  maxKeys: maxKeys ?? defaultLimits.maxKeys,
  maxMailsPerDay: maxMailsPerDay ?? defaultLimits.maxMailsPerDay,
  maxBytes: maxBytes ?? defaultLimits.maxBytes,
})

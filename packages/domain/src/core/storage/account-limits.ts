import { bigint, int, orNull, Prisma, rateTier } from '@matterbase/db'
import type { RateTier, Sql } from '@matterbase/db'

/** The limits of an account. The operator sets them, see `setAccountLimits`. */
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

/** The highest rate tier of a new account on a server that other machines can reach, so that no account can take it over. */
export const exposedMaxTier: RateTier = 'pro'

/** An expression: the highest rate tier that a key of an account, an expression, may have. */
export const maxTierOf = (ownerUuid: Prisma.Sql) =>
  Prisma.sql`coalesce((SELECT max_tier FROM account_limits WHERE owner_uuid = ${ownerUuid}), ${highestTier})`

/** An expression: the rate tier that a key has at use. Both arguments are expressions. */
export const tierWithin = (tier: Prisma.Sql, ownerUuid: Prisma.Sql) =>
  Prisma.sql`least(${tier}, ${maxTierOf(ownerUuid)})`

const highestTier = Prisma.sql`${defaultLimits.maxTier}::text::"RateTier"`

/** The limits that the operator set; null is the default. */
export type SetLimits = { readonly [K in keyof AccountLimits]: AccountLimits[K] | null }

/** The limits of an account: those that the operator set, and the defaults for the others. */
export const accountLimits = async (sql: Sql, ownerUuid: string): Promise<AccountLimits> =>
  withDefaults(await readSetLimits(sql, ownerUuid))

/** The limits that the operator set for an account. */
export async function readSetLimits(sql: Sql, ownerUuid: string): Promise<SetLimits> {
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

export const withDefaults = ({ maxTier, maxKeys, maxMailsPerDay, maxBytes }: SetLimits): AccountLimits => ({
  maxTier: maxTier ?? defaultLimits.maxTier,
  maxKeys: maxKeys ?? defaultLimits.maxKeys,
  maxMailsPerDay: maxMailsPerDay ?? defaultLimits.maxMailsPerDay,
  maxBytes: maxBytes ?? defaultLimits.maxBytes,
})

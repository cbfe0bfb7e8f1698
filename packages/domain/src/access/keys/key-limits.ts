import { filled, int, RateTier, text } from '@matterbase/db'
import type { Sql } from '@matterbase/db'
import { accountLimits } from '../../core/storage/account-limits.ts'
import { invalid, RefusedError } from '../../core/verbs/refused.ts'

const tiers = Object.values(RateTier)

/**
 * Checks a new key against what the operator allows its account. Two keys that are created at the same time wait for
 * each other, so that the number of keys is exact.
 *
 * @throws RefusedError validation_failed for the tier, limit_reached for the number of keys.
 */
export async function requireAllowed(sql: Sql, workspaceId: number, tier: RateTier): Promise<void> {
  const [account] = await sql.rows({ owner_uuid: text })`
    SELECT account.owner_uuid::text FROM workspaces AS workspace JOIN accounts AS account USING (owner_uuid)
    WHERE workspace.id = ${workspaceId} FOR NO KEY UPDATE OF account`
  if (!account) throw new Error(`There is no workspace ${workspaceId}`)
  const { maxTier, maxKeys } = await accountLimits(sql, account.owner_uuid)
  if (tiers.indexOf(tier) > tiers.indexOf(maxTier)) {
    const allowed = tiers.slice(0, tiers.indexOf(maxTier) + 1).join(', ')
    throw invalid(
      'rate_tier',
      'not_allowed',
      `rate_tier is ${tier}, and the operator of this server allows this account only ${allowed}`,
    )
  }
  const [{ keys } = { keys: 0 }] = await sql.rows({ keys: filled(int) })`
    SELECT count(*)::int AS keys FROM workspaces AS workspace JOIN api_keys AS key ON key.workspace_id = workspace.id
    WHERE workspace.owner_uuid = ${account.owner_uuid}::text::uuid
      AND key.revoked_at IS NULL AND (key.expires_at IS NULL OR key.expires_at > now())`
  if (keys < maxKeys) return
  throw new RefusedError(
    'limit_reached',
    `This account has ${keys} of the ${maxKeys} API keys that it can have. Revoke one, or ask the operator of this server for more.`,
  )
}

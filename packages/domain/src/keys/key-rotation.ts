import { orNull, rateTier, text, texts, timestamp } from '@matterbase/db'
import type { Environment, Sql } from '@matterbase/db'
import { addKey } from './keys.ts'
import type { CreatedKey } from './keys.ts'

interface Rotation {
  readonly workspaceId: number
  readonly environment: Environment
  readonly id: number
  /** How long the old key goes on working; 0 ends it at once. */
  readonly overlapHours: number
  /** Who rotates it, and so sees the new one. */
  readonly createdBy?: string | undefined
}

interface Rotated {
  readonly key: CreatedKey
  /** When the old key ends. */
  readonly previousExpiresAt: Date
}

const hourMs = 3_600_000

/**
 * Puts a new key with the same name, scopes and tier in the place of one that works, inside the
 * caller's transaction. A key that was to expire sooner still does.
 *
 * @returns undefined when the workspace has no such key, or it is revoked, expired or replaced already.
 */
export async function replaceKey(
  sql: Sql,
  { workspaceId, environment, id, overlapHours, createdBy }: Rotation,
): Promise<Rotated | undefined> {
  const [old] = await sql.rows({ name: text, scopes: texts, tier: rateTier, expires_at: orNull(timestamp) })`
    SELECT name, scopes, rate_tier::text AS tier, expires_at FROM api_keys
    WHERE workspace_id = ${workspaceId} AND id = ${id} AND revoked_at IS NULL AND replaced_by IS NULL
      AND (expires_at IS NULL OR expires_at > now()) FOR UPDATE`
  if (!old) return undefined
  const { name, scopes, tier, expires_at: expiresAt } = old
  const key = await addKey(sql, {
    workspaceId,
    environment,
    name,
    scopes,
    tier,
    createdBy,
    ...(expiresAt && { expiresAt }),
  })
  const end = new Date(Math.min(Date.now() + overlapHours * hourMs, expiresAt?.getTime() ?? Number.POSITIVE_INFINITY))
  await sql.run`
    UPDATE api_keys SET replaced_by = ${key.id}, expires_at = ${end},
                        revoked_at = ${overlapHours <= 0 ? new Date() : null}
    WHERE workspace_id = ${workspaceId} AND id = ${id}`
  return { key, previousExpiresAt: end }
}

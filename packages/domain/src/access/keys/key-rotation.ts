import { filled, orNull, rateTier, text, texts, timestamp, uuid } from '@matterbase/db'
import type { Environment, Sql } from '@matterbase/db'
import { tierInUse } from './key-details.ts'
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

const replacedColumns = {
  name: text,
  scopes: texts,
  tier: filled(rateTier),
  expires_at: orNull(timestamp),
  acts_for: orNull(uuid),
}

/**
 * Puts a new key with the same name, scopes, tier and member that it acts for in the place of one that works, inside the
 * caller's transaction. A key that was to expire sooner still does.
 *
 * @returns undefined when the workspace has no such key, or it is revoked, expired or replaced already.
 */
export async function replaceKey(
  sql: Sql,
  { workspaceId, environment, id, overlapHours, createdBy }: Rotation,
): Promise<Rotated | undefined> {
  const [old] = await sql.rows(replacedColumns)`
    SELECT name, scopes, (${tierInUse})::text AS tier, expires_at, acts_for FROM api_keys
    WHERE workspace_id = ${workspaceId} AND id = ${id} AND revoked_at IS NULL AND replaced_by IS NULL
      AND (expires_at IS NULL OR expires_at > now()) FOR UPDATE`
  if (!old) return undefined
  const { name, scopes, tier, expires_at: expiresAt, acts_for: actsFor } = old
  // Before the new key: an account with as many keys as it may have can replace one in this way.
  if (overlapHours <= 0)
    await sql.run`UPDATE api_keys SET revoked_at = now() WHERE workspace_id = ${workspaceId} AND id = ${id}`
  const key = await addKey(sql, {
    workspaceId,
    environment,
    name,
    scopes,
    tier,
    createdBy,
    actsFor,
    ...(expiresAt && { expiresAt }),
  })
  const end = new Date(Math.min(Date.now() + overlapHours * hourMs, expiresAt?.getTime() ?? Number.POSITIVE_INFINITY))
  await sql.run`
    UPDATE api_keys SET replaced_by = ${key.id}, expires_at = ${end} WHERE workspace_id = ${workspaceId} AND id = ${id}`
  return { key, previousExpiresAt: end }
}

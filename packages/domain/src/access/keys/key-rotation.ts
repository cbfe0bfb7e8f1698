import { filled, orNull, rateTier, text, texts, timestamp, uuid } from '@matterbase/db'
import type { Environment, Sql } from '@matterbase/db'
import { tierInUse } from './key-details.ts'
import { holdRoles } from '../../core/verbs/acting-member.ts'
import { addKey } from './keys.ts'
import type { CreatedKey } from './keys.ts'

interface Rotation {
  readonly workspaceId: number
  readonly ownerUuid: string
  readonly environment: Environment
  readonly id: number
  /** How long the old key stays valid. 0 ends it immediately. */
  readonly overlapHours: number
  /** The member who rotates the key, and so sees the new key. */
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
 * Replaces an active key by a new key with the same name, scopes, tier and acting member, inside the caller's
 * transaction. An earlier expiry date is kept.
 *
 * @returns undefined when the workspace has no such key, or it is revoked, expired or replaced already.
 */
export async function replaceKey(
  sql: Sql,
  { workspaceId, ownerUuid, environment, id, overlapHours, createdBy }: Rotation,
): Promise<Rotated | undefined> {
  const [old] = await sql.rows(replacedColumns)`
    SELECT name, scopes, (${tierInUse})::text AS tier, expires_at, acts_for FROM api_keys
    WHERE workspace_id = ${workspaceId} AND id = ${id} AND revoked_at IS NULL AND replaced_by IS NULL
      AND (expires_at IS NULL OR expires_at > now()) FOR UPDATE`
  if (!old) return undefined
  const { name, scopes, tier, expires_at: expiresAt, acts_for: former } = old
  // A removal of the member at the same moment finds the new key.
  const actsFor = former !== null && (await holdRoles(sql, ownerUuid, [former])).has(former) ? former : null
  // Ends the old key first, so that an account at its limit of keys can rotate a key.
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

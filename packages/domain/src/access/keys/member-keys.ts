import { environment, int, orNull, someOf, text, timestamp } from '@matterbase/db'
import type { Row, Sql } from '@matterbase/db'
import { scopes } from '@matterbase/schemas'

/** The keys that a member of an account made. */
export interface KeysOfMember {
  readonly ownerUuid: string
  readonly userId: string
  /** Lists only keys with a scope that is not among these. Default: all keys. */
  readonly beyond?: readonly string[] | undefined
}

const memberKeyColumns = {
  id: int,
  name: text,
  environment,
  scopes: someOf(scopes),
  last_used_at: orNull(timestamp),
}

export type MemberKey = Row<typeof memberKeyColumns>

/** The active API keys that a member created, in both workspaces, live first. */
export function listMemberKeys(sql: Sql, { ownerUuid, userId, beyond }: KeysOfMember): Promise<MemberKey[]> {
  return sql.rows(memberKeyColumns)`
    SELECT key.id, key.name, workspace.environment::text, key.scopes, key.last_used_at
    FROM workspaces AS workspace JOIN api_keys AS key ON key.workspace_id = workspace.id
    WHERE workspace.owner_uuid = ${ownerUuid}::text::uuid AND key.created_by = ${userId}::text::uuid
      AND key.revoked_at IS NULL AND (key.expires_at IS NULL OR key.expires_at > now())
      AND (${beyond ?? null}::text[] IS NULL OR NOT key.scopes <@ ${beyond ?? null}::text[])
    ORDER BY workspace.environment, key.id`
}

/** The active API keys that act for a member, regardless of their creator, live first. */
export const listKeysActingFor = (
  sql: Sql,
  { ownerUuid, userId }: Omit<KeysOfMember, 'beyond'>,
): Promise<MemberKey[]> =>
  sql.rows(memberKeyColumns)`
    SELECT key.id, key.name, workspace.environment::text, key.scopes, key.last_used_at
    FROM workspaces AS workspace JOIN api_keys AS key ON key.workspace_id = workspace.id
    WHERE workspace.owner_uuid = ${ownerUuid}::text::uuid AND key.acts_for = ${userId}::text::uuid
      AND key.revoked_at IS NULL AND (key.expires_at IS NULL OR key.expires_at > now())
    ORDER BY workspace.environment, key.id`

/** Revokes the API keys that a member created, inside the transaction that ends the member's right to them. */
export async function revokeMemberKeys(sql: Sql, which: KeysOfMember): Promise<MemberKey[]> {
  const keys = await listMemberKeys(sql, which)
  await revoke(sql, which.ownerUuid, keys)
  return keys
}

/** Revokes the API keys that a former member created, and those that act for them. Returns each key once. */
export async function revokeKeysOfFormer(sql: Sql, which: Omit<KeysOfMember, 'beyond'>): Promise<MemberKey[]> {
  const all = [...(await listMemberKeys(sql, which)), ...(await listKeysActingFor(sql, which))]
  const keys = [...new Map(all.map((key) => [key.id, key])).values()]
  await revoke(sql, which.ownerUuid, keys)
  return keys
}

/** Keeps the API keys that act for a former member, for no member. Returns them. */
export async function detachKeys(sql: Sql, which: Omit<KeysOfMember, 'beyond'>): Promise<MemberKey[]> {
  const keys = await listKeysActingFor(sql, which)
  await sql.run`
    UPDATE api_keys SET acts_for = NULL
    WHERE workspace_id IN (SELECT id FROM workspaces WHERE owner_uuid = ${which.ownerUuid}::text::uuid)
      AND acts_for = ${which.userId}::text::uuid AND revoked_at IS NULL`
  return keys
}

const revoke = (sql: Sql, ownerUuid: string, keys: readonly MemberKey[]) => sql.run`
  UPDATE api_keys SET revoked_at = now()
  WHERE workspace_id IN (SELECT id FROM workspaces WHERE owner_uuid = ${ownerUuid}::text::uuid)
    AND id = ANY(${keys.map(({ id }) => id)}::int[]) AND revoked_at IS NULL`

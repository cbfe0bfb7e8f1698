import { filled, int, isoText, json, oneOf, orNull, Prisma, rateTier, someOf, text } from '@matterbase/db'
import type { Row, Sql } from '@matterbase/db'
import { scopes } from '@matterbase/schemas'
import { z } from 'zod'
import { tierWithin } from '../../core/storage/account-limits.ts'

const member = json(z.object({ id: z.string(), email: z.string(), name: z.string() }))

const keyDetailsColumns = {
  id: int,
  name: text,
  scopes: someOf(scopes),
  rate_tier: filled(rateTier),
  state: oneOf(['active', 'revoked', 'expired']),
  created_at: text,
  created_by: orNull(member),
  acts_for: orNull(member),
  last_used_at: orNull(text),
  last_used_ip: orNull(text),
  last_used_agent: orNull(text),
  expires_at: orNull(text),
  revoked_at: orNull(text),
  replaced_by: orNull(int),
}

/** A key as its owner sees it; moments are ISO 8601. */
export type KeyDetails = Row<typeof keyDetailsColumns>

/** The API keys of a workspace: active keys first, then newest first. */
export function readKeys(sql: Sql, workspaceId: number): Promise<KeyDetails[]> {
  return select(sql, workspaceId, Prisma.sql`ORDER BY state <> 'active', id DESC`)
}

/** One key of a workspace, or undefined. */
export async function readKey(sql: Sql, workspaceId: number, id: number): Promise<KeyDetails | undefined> {
  const [key] = await select(sql, workspaceId, Prisma.sql`WHERE id = ${id}`)
  return key
}

const state = Prisma.sql`CASE WHEN revoked_at IS NOT NULL THEN 'revoked' WHEN expires_at <= now() THEN 'expired' ELSE 'active' END`

const userOf = (column: Prisma.Sql) =>
  Prisma.sql`(SELECT json_build_object('id', id, 'email', email, 'name', name) FROM users WHERE id = ${column})`

/** An expression over `api_keys`: the rate tier that a key has at use. */
export const tierInUse = tierWithin(
  Prisma.sql`rate_tier`,
  Prisma.sql`(SELECT owner_uuid FROM workspaces WHERE id = api_keys.workspace_id)`,
)

function select(sql: Sql, workspaceId: number, which: Prisma.Sql): Promise<KeyDetails[]> {
  return sql.rows(keyDetailsColumns)`
    SELECT * FROM (
      SELECT id, name, scopes, (${tierInUse})::text AS rate_tier, ${state} AS state, ${isoText('created_at')} AS created_at,
             ${userOf(Prisma.sql`api_keys.created_by`)} AS created_by, ${userOf(Prisma.sql`api_keys.acts_for`)} AS acts_for,
             ${isoText('last_used_at')} AS last_used_at, last_used_ip, last_used_agent,
             ${isoText('expires_at')} AS expires_at, ${isoText('revoked_at')} AS revoked_at, replaced_by
      FROM api_keys WHERE workspace_id = ${workspaceId}
    ) AS key ${which}`
}

const keyUseColumns = { operation: filled(text), calls: int, failed: int, last_at: text }

/** The requests of an API key, from the request log. */
export type KeyUse = Row<typeof keyUseColumns>

/** The operations that a key called in the last 7 days, the most called first: what would break without it. */
export function usesOfKey(sql: Sql, workspaceId: number, id: number): Promise<KeyUse[]> {
  return sql.rows(keyUseColumns)`
    SELECT operation, calls, failed, ${isoText('last_at')} AS last_at FROM (
      SELECT operation, count(*)::int AS calls, (count(*) FILTER (WHERE status >= 400))::int AS failed, max(at) AS last_at
      FROM request_logs
      WHERE workspace_id = ${workspaceId} AND api_key_id = ${id} AND at > now() - interval '7 days' AND operation IS NOT NULL
      GROUP BY operation
    ) AS uses ORDER BY calls DESC, operation`
}

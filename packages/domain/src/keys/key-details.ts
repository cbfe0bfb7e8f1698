import { isoText, Prisma } from '@matterbase/db'
import type { RateTier, Sql } from '@matterbase/db'
import type { KeyCreator } from './keys.ts'

/** A key as its owner sees it; moments are ISO 8601. */
export interface KeyDetails {
  readonly id: number
  readonly name: string
  readonly scopes: string[]
  readonly rate_tier: RateTier
  readonly state: 'active' | 'revoked' | 'expired'
  readonly created_at: string
  readonly created_by: KeyCreator | null
  readonly last_used_at: string | null
  readonly last_used_ip: string | null
  readonly last_used_agent: string | null
  readonly expires_at: string | null
  readonly revoked_at: string | null
  readonly replaced_by: number | null
}

/** The keys of a workspace, newest first, those that work before the others. */
export function readKeys(sql: Sql, workspaceId: number): Promise<KeyDetails[]> {
  return select(sql, workspaceId, Prisma.sql`ORDER BY state <> 'active', id DESC`)
}

/** One key of a workspace, or undefined. */
export async function readKey(sql: Sql, workspaceId: number, id: number): Promise<KeyDetails | undefined> {
  const [key] = await select(sql, workspaceId, Prisma.sql`WHERE id = ${id}`)
  return key
}

const state = Prisma.sql`CASE WHEN revoked_at IS NOT NULL THEN 'revoked' WHEN expires_at <= now() THEN 'expired' ELSE 'active' END`

const creator = Prisma.sql`(SELECT json_build_object('id', id, 'email', email, 'name', name) FROM users WHERE id = api_keys.created_by)`

function select(sql: Sql, workspaceId: number, which: Prisma.Sql): Promise<KeyDetails[]> {
  return sql.$queryRaw<KeyDetails[]>`
    SELECT * FROM (
      SELECT id, name, scopes, rate_tier::text, ${state} AS state, ${isoText('created_at')} AS created_at,
             ${creator} AS created_by,
             ${isoText('last_used_at')} AS last_used_at, last_used_ip, last_used_agent,
             ${isoText('expires_at')} AS expires_at, ${isoText('revoked_at')} AS revoked_at, replaced_by
      FROM api_keys WHERE workspace_id = ${workspaceId}
    ) AS key ${which}`
}

/** What a key was used for; from the request log. */
export interface KeyUse {
  readonly operation: string
  readonly calls: number
  readonly failed: number
  readonly last_at: string
}

/** The operations that a key called in the last 7 days, the most called first: what would break without it. */
export function usesOfKey(sql: Sql, workspaceId: number, id: number): Promise<KeyUse[]> {
  return sql.$queryRaw<KeyUse[]>`
    SELECT operation, calls, failed, ${isoText('last_at')} AS last_at FROM (
      SELECT operation, count(*)::int AS calls, (count(*) FILTER (WHERE status >= 400))::int AS failed, max(at) AS last_at
      FROM request_logs
      WHERE workspace_id = ${workspaceId} AND api_key_id = ${id} AND at > now() - interval '7 days' AND operation IS NOT NULL
      GROUP BY operation
    ) AS uses ORDER BY calls DESC, operation`
}

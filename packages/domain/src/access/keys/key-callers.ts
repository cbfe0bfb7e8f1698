import {
  bool,
  bytes,
  environment,
  filled,
  int,
  list,
  orNull,
  Prisma,
  rateTier,
  someOf,
  text,
  uuid,
} from '@matterbase/db'
import type { Row, Sql } from '@matterbase/db'
import { scopes } from '@matterbase/schemas'
import { historyColumns, historyOf } from '../../core/records/lists/epoch.ts'
import { maxTierOf, tierWithin } from '../../core/storage/account-limits.ts'
import type { Visitor } from '../../core/verbs/actor.ts'

const callerColumns = {
  key_hash: bytes,
  id: int,
  name: text,
  scopes: someOf(scopes),
  acts_for: orNull(uuid),
  rate_tier: filled(rateTier),
  max_tier: filled(rateTier),
  workspace_id: int,
  environment,
  owner_uuid: text,
  used_lately: bool,
  is_full: bool,
  ...historyColumns,
}

/** An active API key with its workspace, as each request needs it. */
export type KeyCallerRow = Row<typeof callerColumns>

const textOf = (hash: Uint8Array) => Buffer.from(hash).toString('latin1')

/** Finds the active API keys with these hashes, in their order. */
export async function findKeyCallers(sql: Sql, hashes: readonly Uint8Array[]): Promise<(KeyCallerRow | undefined)[]> {
  const distinct = [...new Map(hashes.map((hash) => [textOf(hash), hash])).values()]
  const rows = await sql.rows(callerColumns)`
    SELECT api_key.key_hash, api_key.id, api_key.name, api_key.scopes,
           -- A former member has no new work, however the membership ended.
           (SELECT user_id FROM memberships WHERE memberships.owner_uuid = workspace.owner_uuid AND user_id = api_key.acts_for) AS acts_for,
           (${tierWithin(Prisma.sql`api_key.rate_tier`, Prisma.sql`workspace.owner_uuid`)})::text AS rate_tier,
           (${maxTierOf(Prisma.sql`workspace.owner_uuid`)})::text AS max_tier,
           workspace.id AS workspace_id, workspace.environment::text, workspace.owner_uuid::text, workspace.is_full, ${historyOf},
           coalesce(api_key.last_used_at > now() - interval '1 minute', false) AS used_lately
    FROM api_keys AS api_key JOIN workspaces AS workspace ON workspace.id = api_key.workspace_id
    WHERE api_key.key_hash = ANY (${list(distinct, 'bytea')}) AND api_key.revoked_at IS NULL
      AND (api_key.expires_at IS NULL OR api_key.expires_at > now())`
  const byHash = new Map(rows.map((row) => [textOf(row.key_hash), row]))
  return hashes.map((hash) => byHash.get(textOf(hash)))
}

/** Updates "last used" at most once a minute, so that most reads do not write. */
export async function noteKeyUse(
  sql: Sql,
  { workspace_id: workspaceId, id }: KeyCallerRow,
  { ip, userAgent }: Partial<Visitor>,
) {
  await sql.run`
    UPDATE api_keys SET last_used_at = now(), last_used_ip = ${ip ?? null}, last_used_agent = ${userAgent ?? null}
    WHERE workspace_id = ${workspaceId} AND id = ${id}`
}

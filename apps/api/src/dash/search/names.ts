import type { Sql } from '@matterbase/db'
import { float, identifier, text } from '@matterbase/db'
import { titleOf } from '@matterbase/domain'
import { recordContracts } from '@matterbase/schemas'
import type { DashContract, Input } from '@matterbase/schemas'
import type { Context } from '../../http/operations/context.ts'

/** What matters and clients are called, as far as the caller may know. */
export async function namesOf({ query }: Input<DashContract['search']['names']>, { caller, sql }: Context) {
  const { workspaceId, permissions } = caller
  const [matters, clients] = await Promise.all([
    permissions.includes('matters:read') ? named(sql, workspaceId, 'matters', query.matters) : [],
    permissions.includes('clients:read') ? named(sql, workspaceId, 'clients', query.clients) : [],
  ])
  return { matters, clients }
}

async function named(sql: Sql, workspaceId: number, table: 'matters' | 'clients', ids: readonly number[] = []) {
  if (ids.length === 0) return []
  return sql.rows({ id: float, name: text })`
    SELECT id::float8 AS id, ${titleOf(recordContracts[table])} AS name FROM ${identifier(table)}
    WHERE workspace_id = ${workspaceId} AND id = ANY (${ids}::bigint[]) AND deleted_at IS NULL`
}

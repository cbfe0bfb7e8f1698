import { jsonOf, Prisma, text } from '@matterbase/db'
import type { Sql } from '@matterbase/db'
import type { Contract, Output } from '@matterbase/schemas'
import type { Tx } from '../../core/write/transaction.ts'
import { notFound } from '../../core/verbs/refused.ts'

/** Writes a row of `webhook_endpoints` as JSON text. */
export const endpointJson = jsonOf({
  id: 'plain',
  url: 'plain',
  events: 'plain',
  description: 'plain',
  is_active: 'plain',
  failure_count: 'plain',
  last_delivery_at: 'timestamp',
  created_at: 'timestamp',
})

export type EndpointRecord = Output<Contract['webhooks']['get']>['data']

/** @param json written by `endpointJson`. */
export const parseEndpoint = (json: string) => JSON.parse(json) as EndpointRecord

/** The endpoints of a workspace as JSON, in the order they were made. */
export function allEndpoints(sql: Sql, workspaceId: number): Promise<string[]> {
  return select(sql, workspaceId, Prisma.sql`ORDER BY id`)
}

export async function findEndpoint(sql: Sql, workspaceId: number, id: number): Promise<string | undefined> {
  const [endpoint] = await select(sql, workspaceId, Prisma.sql`AND id = ${id}`)
  return endpoint
}

/** @throws RefusedError not_found. */
export async function requireEndpoint(sql: Sql, workspaceId: number, id: number): Promise<string> {
  const endpoint = await findEndpoint(sql, workspaceId, id)
  if (endpoint === undefined) throw notFound()
  return endpoint
}

/**
 * The endpoint as JSON, locked before its deliveries as everywhere, so that no two wait for each other.
 * @throws RefusedError not_found.
 */
export async function lockEndpoint({ sql, workspaceId }: Pick<Tx, 'sql' | 'workspaceId'>, id: number): Promise<string> {
  const [endpoint] = await select(sql, workspaceId, Prisma.sql`AND id = ${id} FOR NO KEY UPDATE`)
  if (endpoint === undefined) throw notFound()
  return endpoint
}

async function select(sql: Sql, workspaceId: number, which: Prisma.Sql): Promise<string[]> {
  const rows = await sql.rows({ json: text })`
    SELECT ${endpointJson} AS json FROM webhook_endpoints WHERE workspace_id = ${workspaceId} AND deleted_at IS NULL ${which}`
  return rows.map((row) => row.json)
}

import { randomBytes } from 'node:crypto'
import { jsonOf, Prisma, recordEventFor } from '@matterbase/db'
import type { Sql, Tx } from '@matterbase/db'
import { checkTargetUrl } from '@matterbase/jobs'
import type { Contract } from '@matterbase/schemas'
import { ApiError, notFound, validationFailed } from '../http/api-error.ts'
import type { Handlers } from '../http/context.ts'
import { RawJson } from '../http/raw-json.ts'
import type { ResourceDeps } from './index.ts'

const endpointLimit = 20

const json = jsonOf({
  id: 'plain',
  url: 'plain',
  events: 'plain',
  description: 'plain',
  is_active: 'plain',
  failure_count: 'plain',
  last_delivery_at: 'timestamp',
  created_at: 'timestamp',
})

export const webhooks = ({ sealer, allowPrivate }: ResourceDeps): Handlers<Contract['webhooks']> => ({
  async list(_input, { caller, sql }) {
    return { webhooks: new RawJson(`[${(await endpoints(sql, caller.workspaceId)).join(',')}]`) }
  },

  create: ({ body: { url, events, description = null } }, { write }) =>
    write(async (tx) => {
      const problem = checkTargetUrl(url, { allowPrivate })
      if (problem) throw validationFailed([{ field: 'url', code: 'invalid_target', message: problem }])
      if ((await endpoints(tx.sql, tx.workspaceId)).length >= endpointLimit)
        throw new ApiError('limit_reached', `A workspace has at most ${endpointLimit} webhook endpoints; delete one`)
      const id = await nextId(tx)
      const secret = `whsec_${randomBytes(32).toString('base64')}`
      const [row] = await tx.sql.$queryRaw<{ json: string }[]>`
        INSERT INTO webhook_endpoints (workspace_id, id, url, events, description, secret, created_at)
        VALUES (${tx.workspaceId}, ${id}, ${url}, ${events}, ${description}, ${sealer.seal(secret, sealedAs(tx.workspaceId, id))}, ${tx.now})
        RETURNING ${json} AS json`
      return { ...(JSON.parse(row?.json ?? '') as EndpointRecord), secret }
    }),

  delete: ({ params: { id } }, { write }) =>
    write(async (tx) => {
      await requireEndpoint(tx, id)
      await tx.sql.$executeRaw`
        UPDATE webhook_endpoints SET deleted_at = ${tx.now}, is_active = false WHERE workspace_id = ${tx.workspaceId} AND id = ${id}`
      await tx.sql.$executeRaw`
        UPDATE webhook_deliveries SET status = 'cancelled', next_attempt_at = NULL
        WHERE workspace_id = ${tx.workspaceId} AND endpoint_id = ${id} AND status IN ('pending', 'queued', 'held')`
      return { success: true as const }
    }),

  test: ({ params: { id } }, { write }) =>
    write(async (tx) => {
      const endpoint = await requireEndpoint(tx, id)
      const data = `${endpoint.slice(0, -1)},"message":"This is a test event from Matterbase"}`
      await recordEventFor(tx, id, 'ping.test', data, tx.now)
      return { success: true as const, message: 'A ping.test event is on its way' }
    }),
})

type EndpointRecord = Awaited<ReturnType<Handlers<Contract['webhooks']>['create']>>

/** What a sealed secret is bound to; the worker opens it with the same words. */
const sealedAs = (workspaceId: number, endpointId: number) => `webhook_endpoints/${workspaceId}/${endpointId}`

async function endpoints(sql: Sql, workspaceId: number, which = Prisma.empty): Promise<string[]> {
  const rows = await sql.$queryRaw<{ json: string }[]>`
    SELECT ${json} AS json FROM webhook_endpoints WHERE workspace_id = ${workspaceId} AND deleted_at IS NULL ${which} ORDER BY id`
  return rows.map((row) => row.json)
}

/** The endpoint as JSON. @throws ApiError not_found. */
async function requireEndpoint(tx: Tx, id: number): Promise<string> {
  const [endpoint] = await endpoints(tx.sql, tx.workspaceId, Prisma.sql`AND id = ${id}`)
  if (endpoint === undefined) throw notFound()
  return endpoint
}

/** Its id is part of what an endpoint's secret is sealed with, so it is drawn first. */
async function nextId({ sql }: Tx): Promise<number> {
  const [row] = await sql.$queryRaw<{ id: bigint }[]>`SELECT nextval('webhook_endpoints_id_seq') AS id`
  return Number(row?.id)
}

import { endpointSecretContext } from '@matterbase/db'
import { recordEventFor, requireUnchanged } from '@matterbase/domain'
import type { Tx } from '@matterbase/domain'
import { checkTargetUrl } from '@matterbase/jobs'
import type { Contract } from '@matterbase/schemas'
import { ApiError, validationFailed } from '../../http/errors/api-error.ts'
import type { Handlers } from '../../http/operations/context.ts'
import { RawJson } from '../../http/answer/raw-json.ts'
import { listPage } from '../crud/list.ts'
import type { ResourceDeps } from '../deps.ts'
import { deliveryListing } from './deliveries.ts'
import { allEndpoints, endpointJson, lockEndpoint, readEndpoint } from './endpoint.ts'
import type { EndpointRecord } from './endpoint.ts'
import { orderReplay, retryDelivery } from './resend.ts'
import { newSecret, rotateSecret } from './secret.ts'
import { deleteEndpoint, updateEndpoint } from './update.ts'

const endpointLimit = 20
const defaultOverlapHours = 24

export const webhooks = ({ sealer, allowPrivate }: ResourceDeps): Handlers<Contract['webhooks']> => ({
  async list(_input, { caller, sql }) {
    return { webhooks: new RawJson(`[${(await allEndpoints(sql, caller.workspaceId)).join(',')}]`) }
  },

  create: ({ body: { url, events, description = null } }, { write }) =>
    write(async (tx) => {
      requireTarget(url, allowPrivate)
      if ((await allEndpoints(tx.sql, tx.workspaceId)).length >= endpointLimit)
        throw new ApiError('limit_reached', `A workspace has at most ${endpointLimit} webhook endpoints; delete one`)
      const id = await nextId(tx)
      const secret = newSecret()
      const [row] = await tx.sql.$queryRaw<{ json: string }[]>`
        INSERT INTO webhook_endpoints (workspace_id, id, url, events, description, secret, created_at)
        VALUES (${tx.workspaceId}, ${id}, ${url}, ${events}, ${description}, ${sealer.seal(secret, endpointSecretContext(tx.workspaceId, id))}, ${tx.now})
        RETURNING ${endpointJson} AS json`
      return { ...(JSON.parse(row?.json ?? '') as EndpointRecord), secret }
    }),

  async get({ params: { id } }, { caller, sql }) {
    return { data: new RawJson(await readEndpoint(sql, caller.workspaceId, id)) }
  },

  update: ({ params: { id }, body }, { write, seen }) =>
    write(async (tx) => {
      const before = await lockEndpoint(tx, id)
      requireUnchanged(seen, before)
      if (body.url !== undefined) requireTarget(body.url, allowPrivate)
      return { data: new RawJson(await updateEndpoint(tx, before, body)) }
    }),

  delete: ({ params: { id } }, { write, seen }) =>
    write(async (tx) => {
      requireUnchanged(seen, await lockEndpoint(tx, id))
      await deleteEndpoint(tx, id)
      return { success: true as const }
    }),

  rotateSecret: ({ params: { id }, body }, { write }) =>
    write((tx) => rotateSecret(tx, sealer, id, body.overlap_hours ?? defaultOverlapHours)),

  test: ({ params: { id } }, { write }) =>
    write(async (tx) => {
      const endpoint = await readEndpoint(tx.sql, tx.workspaceId, id)
      const data = `${endpoint.slice(0, -1)},"message":"This is a test event from Matterbase"}`
      await recordEventFor(tx, id, 'ping.test', data, tx.now)
      return { success: true as const, message: 'A ping.test event is on its way' }
    }),

  async deliveries({ params: { id }, query }, { caller: { workspaceId }, sql }) {
    await readEndpoint(sql, workspaceId, id)
    const page = { sql, sealer, scope: `lists/${workspaceId}/webhooks/${id}/deliveries`, member: 'data' as const }
    const { offset: _none, total: _either, ...answer } = await listPage(page, query, deliveryListing(workspaceId, id))
    return answer
  },

  retry: ({ params: { id, delivery } }, { write }) =>
    write(async (tx) => {
      await lockEndpoint(tx, id)
      return { success: true as const, data: new RawJson(await retryDelivery(tx, id, delivery)) }
    }),

  replay: ({ params: { id }, body: { from, to, status = 'failed' } }, { write }) =>
    write(async (tx) => {
      await lockEndpoint(tx, id)
      return { success: true as const, data: await orderReplay(tx, id, { from, to, status }) }
    }),
})

/** @throws ApiError validation_failed when events must not be sent there. */
function requireTarget(url: string, allowPrivate: boolean) {
  const problem = checkTargetUrl(url, { allowPrivate })
  if (problem) throw validationFailed([{ field: 'url', code: 'invalid_target', message: problem }])
}

/** Its id is part of what an endpoint's secret is sealed with, so it is drawn first. */
async function nextId({ sql }: Tx): Promise<number> {
  const [row] = await sql.$queryRaw<{ id: bigint }[]>`SELECT nextval('webhook_endpoints_id_seq') AS id`
  return Number(row?.id)
}

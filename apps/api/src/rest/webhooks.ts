import {
  allEndpoints,
  createEndpoint,
  deleteEndpoint,
  deliveryListing,
  replayDeliveries,
  requireEndpoint,
  retryDelivery,
  rotateSecret,
  testEndpoint,
  updateEndpoint,
} from '@matterbase/domain'
import type { Contract } from '@matterbase/schemas'
import { RawJson } from '../http/answer/raw-json.ts'
import type { Handlers } from '../http/operations/context.ts'
import { noteReadOnly } from '../records/read-only.ts'
import { listPage } from '../records/list.ts'
import type { ResourceDeps } from './deps.ts'

export const webhooks = ({ sealer, allowPrivate }: ResourceDeps): Handlers<Contract['webhooks']> => ({
  async list(_input, { caller, sql }) {
    return { webhooks: new RawJson(`[${(await allEndpoints(sql, caller.workspaceId)).join(',')}]`) }
  },

  create: ({ body: endpoint }, context) =>
    context.write(async (tx) => {
      const created = await createEndpoint(tx, context.caller, { endpoint, sealer, allowPrivate })
      noteReadOnly(context, created)
      return created
    }),

  async get({ params: { id } }, { caller, sql }) {
    return { data: new RawJson(await requireEndpoint(sql, caller.workspaceId, id)) }
  },

  update: ({ params: { id }, body: changes }, context) =>
    context.write(async (tx) => {
      const { caller, seen } = context
      const before = await requireEndpoint(tx.sql, caller.workspaceId, id)
      const json = await updateEndpoint(tx, caller, { id, changes, seen, allowPrivate })
      noteReadOnly(context, json, { before })
      return { data: new RawJson(json) }
    }),

  delete: ({ params: { id } }, { caller, write, seen }) =>
    write(async (tx) => {
      await deleteEndpoint(tx, caller, { id, seen })
      return { success: true as const }
    }),

  rotateSecret: ({ params: { id }, body: { overlap_hours: overlapHours } }, { caller, write }) =>
    write((tx) => rotateSecret(tx, caller, { id, overlapHours, sealer })),

  test: ({ params: { id } }, { caller, write }) =>
    write(async (tx) => {
      await testEndpoint(tx, caller, id)
      return { success: true as const, message: 'A ping.test event is on its way' }
    }),

  async deliveries({ params: { id }, query }, { caller: { workspaceId }, sql }) {
    await requireEndpoint(sql, workspaceId, id)
    const scope = `lists/${workspaceId}/webhooks/${id}/deliveries`
    const page = { sql, sealer, scope, endsEarly: true, member: 'data' as const }
    const { offset: _none, total: _either, ...answer } = await listPage(page, query, deliveryListing(workspaceId, id))
    return answer
  },

  retry: ({ params: { id, delivery } }, { caller, write }) =>
    write(async (tx) => {
      const json = await retryDelivery(tx, caller, { endpointId: id, ref: delivery })
      return { success: true as const, data: new RawJson(json) }
    }),

  replay: ({ params: { id }, body }, { caller, write }) =>
    write(async (tx) => ({
      success: true as const,
      data: await replayDeliveries(tx, caller, { endpointId: id, ...body }),
    })),
})

import { countResends, deliveriesPerHour, findDelivery, findSentRequest, requireEndpoint } from '@matterbase/domain'
import type { DashContract } from '@matterbase/schemas'
import { notFound } from '../../../http/errors/api-error.ts'
import type { Handlers } from '../../../http/operations/context.ts'
import { RawJson } from '../../../http/answer/raw-json.ts'
import type { WorkspaceDeps } from '../../deps.ts'

export const deliveries = ({ sealer }: WorkspaceDeps): Handlers<DashContract['deliveries']> => ({
  async get({ params: { id, delivery } }, { caller: { workspaceId }, sql }) {
    await requireEndpoint(sql, workspaceId, id)
    const json = await findDelivery(sql, { workspaceId, endpointId: id }, delivery)
    if (json === undefined) throw notFound()
    return { data: new RawJson(json) }
  },

  async attempt({ params: { id, delivery, attempt } }, { caller: { workspaceId }, sql }) {
    return { data: await findSentRequest(sql, sealer, { workspaceId, endpointId: id, delivery, attempt }) }
  },

  async counts({ params: { id }, query }, { caller: { workspaceId }, sql }) {
    await requireEndpoint(sql, workspaceId, id)
    return countResends(sql, { workspaceId, endpointId: id }, query)
  },

  async hours({ params: { id } }, { caller: { workspaceId }, sql }) {
    await requireEndpoint(sql, workspaceId, id)
    return { hours: await deliveriesPerHour(sql, { workspaceId, endpointId: id }) }
  },
})

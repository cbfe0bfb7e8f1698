import { Prisma, text } from '@matterbase/db'
import { deliveryJson, requireEndpoint } from '@matterbase/domain'
import type { DashContract } from '@matterbase/schemas'
import { notFound } from '../../../http/errors/api-error.ts'
import type { Handlers } from '../../../http/operations/context.ts'
import { RawJson } from '../../../http/answer/raw-json.ts'
import type { WorkspaceDeps } from '../../deps.ts'
import { countResends } from './counts.ts'
import { hoursOf } from './hours.ts'
import { sentRequest } from './sent-request.ts'

/** What the dashboard shows of deliveries besides what the REST API does. */
export const deliveries = ({ sealer }: WorkspaceDeps): Handlers<DashContract['deliveries']> => ({
  async get({ params: { id, delivery } }, { caller: { workspaceId }, sql }) {
    await requireEndpoint(sql, workspaceId, id)
    const [row] = await sql.rows({ json: text })`
      SELECT ${deliveryJson} AS json FROM webhook_deliveries
      WHERE ${Prisma.sql`workspace_id = ${workspaceId} AND endpoint_id = ${id} AND id = ${delivery}`}`
    if (!row) throw notFound()
    return { data: new RawJson(row.json) }
  },

  async attempt({ params: { id, delivery, attempt } }, { caller: { workspaceId }, sql }) {
    return { data: await sentRequest(sql, sealer, { workspaceId, endpointId: id, delivery, attempt }) }
  },

  async counts({ params: { id }, query }, { caller: { workspaceId }, sql }) {
    await requireEndpoint(sql, workspaceId, id)
    return countResends(sql, { workspaceId, endpointId: id }, query)
  },

  async hours({ params: { id } }, { caller: { workspaceId }, sql }) {
    await requireEndpoint(sql, workspaceId, id)
    return { hours: await hoursOf(sql, { workspaceId, endpointId: id }) }
  },
})

import { eventListing, findEvent } from '@matterbase/domain'
import type { DashContract } from '@matterbase/schemas'
import { notFound } from '../../http/errors/api-error.ts'
import type { Handlers } from '../../http/operations/context.ts'
import { RawJson } from '../../http/answer/raw-json.ts'
import { listPage } from '../../records/list.ts'
import type { WorkspaceDeps } from '../deps.ts'
import { recordNow } from './record-now.ts'

export const events = ({ sealer }: WorkspaceDeps): Handlers<DashContract['events']> => ({
  async list({ query }, { caller: { workspaceId }, sql }) {
    const page = { sql, sealer, scope: `lists/${workspaceId}/events`, endsEarly: true, member: 'data' as const }
    const { offset: _none, total: _either, ...answer } = await listPage(page, query, eventListing(workspaceId))
    return answer
  },

  async get({ params: { id } }, context) {
    const row = await findEvent(context.sql, context.caller.workspaceId, id)
    if (!row) throw notFound()
    const { now, record } = await recordNow(context, row)
    // The data keeps its bytes, which were signed and sent.
    const rest = `"data":${row.data},"previous":${row.previous},"now":${JSON.stringify(now)},"record":${record ?? 'null'}`
    return { data: new RawJson(`${row.json.slice(0, -1)},${rest}}`) }
  },
})

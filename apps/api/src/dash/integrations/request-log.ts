import { readLoggedRequest, requestListing } from '@matterbase/domain'
import type { DashContract } from '@matterbase/schemas'
import { notFound } from '../../http/errors/api-error.ts'
import type { Handlers } from '../../http/operations/context.ts'
import { RawJson } from '../../http/answer/raw-json.ts'
import { listPage } from '../../records/list.ts'
import type { WorkspaceDeps } from '../deps.ts'

/** The requests of a workspace's API keys. */
export const requestLog = ({ sealer }: WorkspaceDeps): Handlers<DashContract['requestLog']> => ({
  async list({ query }, { caller: { workspaceId }, sql }) {
    const page = { sql, sealer, scope: `lists/${workspaceId}/requests`, endsEarly: true, member: 'data' as const }
    const { offset: _none, total: _either, ...answer } = await listPage(page, query, requestListing(workspaceId))
    return answer
  },

  async get({ params: { ref } }, { caller: { workspaceId }, sql }) {
    const found = await readLoggedRequest(sql, workspaceId, ref)
    if (!found) throw notFound()
    return { data: new RawJson(found.json), others: new RawJson(found.others) }
  },
})

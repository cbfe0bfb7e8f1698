import { boardListing, convertLead, decideConflict, findLead, leadConflicts, updateLead } from '@matterbase/domain'
import type { DashContract } from '@matterbase/schemas'
import type { Handlers } from '../../http/operations/context.ts'
import { RawJson } from '../../http/answer/raw-json.ts'
import { listPage } from '../../records/list.ts'
import type { WorkspaceDeps } from '../deps.ts'

export const leadBoard = ({ sealer }: WorkspaceDeps): Handlers<DashContract['leadBoard']> => ({
  list({ query }, { caller: { workspaceId }, sql }) {
    const page = { sql, sealer, scope: `lists/${workspaceId}/lead-board`, member: 'data' as const }
    return listPage(page, query, boardListing(sql, workspaceId))
  },

  async get({ params: { id } }, { caller: { workspaceId }, sql }) {
    return { data: new RawJson((await findLead({ sql, workspaceId }, id)).json) }
  },

  update: ({ params: { id }, body: changes }, { caller, write, seen }) =>
    write(async (tx) => ({ data: new RawJson((await updateLead(tx, caller, { id, changes, seen })).json) })),

  convert: ({ params: { id }, body: { client_id: clientId, title } }, { caller, write }) =>
    write(async (tx) => {
      const made = await convertLead(tx, caller, { id, clientId, title })
      const [client, matter] = [new RawJson(made.client.json), new RawJson(made.matter.json)]
      return { data: new RawJson(made.json), client, matter, created: made.created }
    }),

  async conflicts({ params: { id }, query: { opponents } }, { caller: { workspaceId }, sql }) {
    const typed = opponents?.split('\n').filter((name) => name.trim())
    const found = await leadConflicts(sql, workspaceId, id, typed?.slice(0, mostOpponents))
    const { names, hits: data, total, isPartial: is_partial, isDecided: is_decided, decisions } = found
    return { data, names, total, is_partial, is_decided, decisions }
  },

  decide: ({ params: { id }, body }, { caller, write }) =>
    write(async (tx) => ({ data: (await decideConflict(tx, caller, { id, ...body })).made })),
})

const mostOpponents = 20

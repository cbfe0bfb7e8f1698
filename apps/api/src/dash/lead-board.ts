import { Prisma } from '@matterbase/db'
import {
  boardLeadJson,
  convertLead,
  decideConflict,
  decisionsOn,
  findLead,
  findMatches,
  leadSorts,
  updateLead,
} from '@matterbase/domain'
import type { DashContract } from '@matterbase/schemas'
import type { Handlers } from '../http/operations/context.ts'
import { RawJson } from '../http/answer/raw-json.ts'
import { listPage } from '../records/list.ts'
import type { WorkspaceDeps } from './deps.ts'

export const leadBoard = ({ sealer }: WorkspaceDeps): Handlers<DashContract['leadBoard']> => ({
  list({ query }, { caller: { workspaceId }, sql }) {
    const page = { sql, sealer, scope: `lists/${workspaceId}/lead-board`, member: 'data' as const }
    return listPage(page, query, ({ status, source, q, sort = '-created_at' }) => ({
      table: Prisma.sql`leads`,
      json: boardLeadJson,
      id: 'lead_id',
      idType: 'uuid',
      sort,
      sorts: leadSorts,
      conditions: [
        Prisma.sql`workspace_id = ${workspaceId}`,
        Prisma.sql`deleted_at IS NULL`,
        ...(status === undefined ? [] : [Prisma.sql`status = ${status}`]),
        ...(source === undefined ? [] : [Prisma.sql`source = ${source}`]),
        ...(q === undefined ? [] : [mentions(q)]),
      ],
    }))
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

  async conflicts({ params: { id } }, { caller: { workspaceId }, sql }) {
    const { lead } = await findLead({ sql, workspaceId }, id)
    return { data: await findMatches(sql, workspaceId, lead), decisions: await decisionsOn(sql, workspaceId, id) }
  },

  decide: ({ params: { id }, body: { decision, note } }, { caller, write }) =>
    write(async (tx) => {
      const { name: _name, ...data } = await decideConflict(tx, caller, { id, decision, note })
      return { data }
    }),
})

/** All words of the search stand somewhere in the lead. */
function mentions(q: string): Prisma.Sql {
  const texts = Prisma.sql`lower(concat_ws(' ', first_name, last_name, email, company, phone, practice_area, description))`
  const terms = q.toLowerCase().split(/\s+/).filter(Boolean)
  return Prisma.join(
    terms.map((term) => Prisma.sql`position(${term} IN ${texts}) > 0`),
    ' AND ',
  )
}

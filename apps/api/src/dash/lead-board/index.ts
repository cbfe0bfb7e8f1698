import { Prisma } from '@matterbase/db'
import type { DashContract } from '@matterbase/schemas'
import type { Handlers } from '../../http/operations/context.ts'
import { RawJson } from '../../http/answer/raw-json.ts'
import { listPage } from '../../rest/crud/list.ts'
import { audit } from '../audit/audit-log.ts'
import type { WorkspaceDeps } from '../deps.ts'
import { requireUser } from '../session/require-user.ts'
import { boardLeadJson, findLead, nameOf } from './board-lead.ts'
import { decisionsOn, findMatches } from './conflicts.ts'
import { convertLead } from './convert.ts'
import { updateLead } from './update.ts'

export const leadBoard = ({ sealer, handlers }: WorkspaceDeps): Handlers<DashContract['leadBoard']> => ({
  list({ query }, { caller: { workspaceId }, sql }) {
    const page = { sql, sealer, scope: `lists/${workspaceId}/lead-board`, member: 'data' as const }
    return listPage(page, query, ({ status, source, q }) => ({
      table: Prisma.sql`leads`,
      json: boardLeadJson,
      id: 'lead_id',
      idType: 'uuid',
      sort: '-created_at',
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

  update: (input, { caller, write, ifMatch }) =>
    write(async (tx) => {
      const json = await updateLead(tx, input, ifMatch)
      await audit(tx.sql, caller, { action: 'lead.updated', target: input.params.id, details: input.body })
      return { data: new RawJson(json) }
    }),

  convert: (input, context) => convertLead(handlers, input, context),

  async conflicts({ params: { id } }, { caller: { workspaceId }, sql }) {
    const { lead } = await findLead({ sql, workspaceId }, id)
    return { data: await findMatches(sql, workspaceId, lead), decisions: await decisionsOn(sql, workspaceId, id) }
  },

  decide: ({ params: { id }, body: { decision, note } }, { caller, write }) =>
    write(async (tx) => {
      const { lead } = await findLead(tx, id)
      const { length: matches } = await findMatches(tx.sql, tx.workspaceId, lead)
      const { email: decidedBy } = requireUser(caller)
      await tx.sql.$executeRaw`
        INSERT INTO conflict_decisions (workspace_id, lead_id, decision, note, matches, decided_by, decided_at)
        VALUES (${tx.workspaceId}, ${id}::text::uuid, ${decision}, ${note}, ${matches}, ${decidedBy}, ${tx.now})`
      await audit(tx.sql, caller, {
        action: 'lead.conflict_decided',
        target: nameOf(lead),
        details: { decision, matches },
      })
      return { data: { decision, note, matches, decided_by: decidedBy, decided_at: tx.now.toISOString() } }
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

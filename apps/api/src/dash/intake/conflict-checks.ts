import { checkConflicts, emailKey } from '@matterbase/domain'
import type { DashContract } from '@matterbase/schemas'
import type { Handlers } from '../../http/operations/context.ts'

export const conflictChecks: Handlers<DashContract['conflictChecks']> = {
  async check({ body: { name, company, email, text, client_id: client } }, { caller: { workspaceId }, sql }) {
    const own = client === null ? [] : [`client ${client}`]
    const subject = { name, company, email: emailKey(email), text, own }
    const { names, hits: data, total, isPartial: is_partial } = await checkConflicts(sql, workspaceId, subject, [])
    return { data, names, total, is_partial }
  },
}

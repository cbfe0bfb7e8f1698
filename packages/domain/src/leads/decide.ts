import { requireUser } from '../verbs/actor.ts'
import { verb } from '../verbs/verb.ts'
import { findMatches } from './conflicts.ts'
import type { Decision } from './conflicts.ts'
import { findLead, nameOf } from './lead.ts'

interface NewDecision {
  readonly id: string
  readonly decision: Decision['decision']
  readonly note: string
}

/** Records what was decided about a lead after a conflict check. */
export const decideConflict = verb({
  allow: ['leads:manage'],
  async run(tx, actor, { id, decision, note }: NewDecision) {
    const { lead } = await findLead(tx, id)
    const { length: matches } = await findMatches(tx.sql, tx.workspaceId, lead)
    const { email: decidedBy } = requireUser(actor)
    await tx.sql.run`
      INSERT INTO conflict_decisions (workspace_id, lead_id, decision, note, matches, decided_by, decided_at)
      VALUES (${tx.workspaceId}, ${id}::text::uuid, ${decision}, ${note}, ${matches}, ${decidedBy}, ${tx.now})`
    return { name: nameOf(lead), decision, note, matches, decided_by: decidedBy, decided_at: tx.now.toISOString() }
  },
  action: 'lead.conflict_decided',
  note: (_input, { name, decision, matches }) => ({ target: name, details: { decision, matches } }),
})

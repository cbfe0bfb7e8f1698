import { orNull, text } from '@matterbase/db'
import { requireUser } from '../../core/verbs/actor.ts'
import { conflict, invalid } from '../../core/verbs/refused.ts'
import { verb } from '../../core/verbs/verb.ts'
import { findLead, nameOf } from '../leads/lead.ts'
import { checkConflicts } from './check-conflicts.ts'
import { hitKeys } from './decisions.ts'
import type { Decision } from './decisions.ts'
import { subjectOf } from './subject.ts'

interface NewDecision {
  readonly id: string
  readonly decision: Decision['decision']
  readonly note: string
  readonly opponents: readonly string[]
  /** The hits that the person saw. */
  readonly seen?: readonly string[] | undefined
}

/** Records what was decided about a lead after a conflict check, with what was searched and the hits as they are. */
export const decideConflict = verb({
  allow: ['leads:manage'],
  async run(tx, actor, { id, decision, note, opponents, seen }: NewDecision) {
    const { lead } = await findLead(tx, id)
    const check = await checkConflicts(tx.sql, tx.workspaceId, subjectOf(lead), opponents)
    if (seen && hitKeys(check).some((key) => !seen.includes(key)))
      throw conflict('Other records match now. Look at them, then decide.')
    if (note.trim() === '' && (decision === 'consent' || (decision === 'clear' && check.total > 0)))
      throw invalid('note', 'required', decision === 'consent' ? consentNote : clearNote)
    const { id: userId, email: decidedBy } = requireUser(actor)
    const { names, hits, total: matches } = check
    const [row] = await tx.sql.rows({ decided_by_name: orNull(text) })`
      INSERT INTO conflict_decisions
        (workspace_id, lead_id, decision, has_consent, note, names, hits, matches, decided_by, decided_by_name, decided_at)
      VALUES (${tx.workspaceId}, ${id}::text::uuid, ${decision === 'conflict' ? 'conflict' : 'clear'},
        ${decision === 'consent'}, ${note}, ${JSON.stringify(names)}::text::jsonb, ${JSON.stringify(hits)}::text::jsonb,
        ${matches}, ${decidedBy}, (SELECT name FROM users WHERE id = ${userId}::text::uuid), ${tx.now})
      RETURNING decided_by_name`
    const who = { decided_by: decidedBy, decided_by_name: row?.decided_by_name ?? null }
    const made = { decision, note, names, hits, matches, ...who, decided_at: tx.now.toISOString() }
    return { name: nameOf(lead), made }
  },
  action: 'lead.conflict_decided',
  note: (_input, { name, made: { decision, matches } }) => ({ target: name, details: { decision, matches } }),
})

const consentNote = 'Write who consented, and when.'
const clearNote = 'Write why the records that match mean no conflict.'

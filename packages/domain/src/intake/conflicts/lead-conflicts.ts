import type { Sql } from '@matterbase/db'
import { findLead } from '../leads/lead.ts'
import { checkConflicts } from './check-conflicts.ts'
import { decisionsOn, isDecided, opponentsOf } from './decisions.ts'
import { subjectOf } from './subject.ts'

/**
 * The current conflict check of a lead, with its decisions. Default opponents: those of the newest decision. @throws
 * RefusedError not_found.
 */
export async function leadConflicts(
  sql: Sql,
  workspaceId: number,
  id: string,
  opponents: readonly string[] | undefined,
) {
  const { lead } = await findLead({ sql, workspaceId }, id)
  const decisions = await decisionsOn(sql, workspaceId, id)
  const check = await checkConflicts(sql, workspaceId, subjectOf(lead), opponents ?? opponentsOf(decisions))
  return { ...check, isDecided: isDecided(lead, decisions), decisions }
}

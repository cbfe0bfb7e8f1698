import type { Sql } from '@matterbase/db'
import { findLead } from '../leads/lead.ts'
import { checkConflicts } from './check-conflicts.ts'
import { decisionsOn, isDecided, opponentsOf } from './decisions.ts'

/**
 * The conflict check of a lead as it is now, with what was decided so far. Without opponents those of the newest decision
 * are searched. @throws RefusedError not_found.
 */
export async function leadConflicts(
  sql: Sql,
  workspaceId: number,
  id: string,
  opponents: readonly string[] | undefined,
) {
  const { lead } = await findLead({ sql, workspaceId }, id)
  const decisions = await decisionsOn(sql, workspaceId, id)
  const check = await checkConflicts(sql, workspaceId, lead, opponents ?? opponentsOf(decisions))
  return { ...check, isDecided: isDecided(lead, decisions), decisions }
}

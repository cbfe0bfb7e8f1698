import { bool, int, isoText, json, oneOf, orNull, text } from '@matterbase/db'
import type { Row, Sql } from '@matterbase/db'
import { conflictHits, conflictNames } from '@matterbase/schemas'
import type { BoardLead } from '../leads/lead.ts'
import type { ConflictCheck } from './check-conflicts.ts'
import { searchedNames } from './searched-names.ts'
import { subjectOf } from './subject.ts'

const columns = {
  decision: oneOf(['clear', 'conflict']),
  has_consent: bool,
  note: text,
  names: orNull(json(conflictNames)),
  hits: orNull(json(conflictHits)),
  matches: int,
  decided_by: text,
  decided_by_name: orNull(text),
  decided_at: text,
}

/** A decision after a conflict check, with the result of the check. Never changed. */
export interface Decision extends Omit<Row<typeof columns>, 'decision' | 'has_consent'> {
  readonly decision: 'clear' | 'conflict' | 'consent'
}

/** The decisions about a lead, newest first. */
export async function decisionsOn(sql: Sql, workspaceId: number, leadId: string): Promise<Decision[]> {
  const rows = await sql.rows(columns)`
    SELECT decision, has_consent, note, names, hits, matches, decided_by,
           coalesce(decided_by_name, (SELECT name FROM users WHERE users.email = decided_by)) AS decided_by_name, ${isoText('decided_at')} AS decided_at
    FROM conflict_decisions
    WHERE workspace_id = ${workspaceId} AND lead_id = ${leadId}::text::uuid ORDER BY id DESC`
  return rows.map(({ has_consent: hasConsent, ...row }) => ({
    ...row,
    decision: hasConsent ? 'consent' : row.decision,
  }))
}

/** The opponents that the newest decision searched. */
export const opponentsOf = ([newest]: readonly Decision[]) =>
  (newest?.names ?? []).filter(({ from }) => from === 'opponent').map(({ name }) => name)

/** True if the newest decision allows the lead to become a client, and its check searched the lead's current names. */
export function isDecided(lead: BoardLead, [newest]: readonly Decision[]): boolean {
  if (!newest || newest.decision === 'conflict') return false
  const searched = newest.names?.map(({ name }) => name)
  return searched === undefined || searchedNames(subjectOf(lead), []).every(({ name }) => searched.includes(name))
}

/** The hits of a check by kind and id. */
export const hitKeys = ({ hits }: Pick<ConflictCheck, 'hits'>) => hits.map(({ kind, id }) => `${kind} ${id}`)

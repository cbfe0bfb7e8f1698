import { isoText, Prisma } from '@matterbase/db'
import type { Sql } from '@matterbase/db'
import type { Caller } from '../../http/operations/context.ts'

/** What a timer is for; absent members stay as they are. */
export interface Notes {
  readonly case_id?: number | null | undefined
  readonly description?: string | null | undefined
}

interface Running {
  readonly case_id: number | null
  readonly case_title: string | null
  readonly description: string | null
  readonly started_at: string
}

/** The part of a time entry that a timer knows. */
interface Taken {
  readonly case_id: number | null
  readonly description: string | null
  readonly start_time: string
}

// A matter that was deleted meanwhile must not cost anybody the time: it is left out.
const matter = Prisma.sql`(
  SELECT id FROM matters WHERE matters.workspace_id = timers.workspace_id AND matters.id = timers.case_id AND deleted_at IS NULL)`
const title = Prisma.sql`(
  SELECT title FROM matters WHERE matters.workspace_id = timers.workspace_id AND matters.id = timers.case_id AND deleted_at IS NULL)`

const own = ({ workspaceId, user }: Caller) =>
  Prisma.sql`workspace_id = ${workspaceId} AND user_id = ${user?.id ?? null}::text::uuid`

export async function currentTimer(sql: Sql, caller: Caller): Promise<Running | undefined> {
  const [row] = await sql.$queryRaw<Running[]>`
    SELECT ${matter}::float8 AS case_id, ${title} AS case_title, description, ${isoText('started_at')} AS started_at
    FROM timers WHERE ${own(caller)}`
  return row
}

export async function startTimer(sql: Sql, caller: Caller, notes: Notes): Promise<void> {
  const { case_id: caseId = null, description = null } = notes
  await sql.$executeRaw`
    INSERT INTO timers (workspace_id, user_id, case_id, description, started_at)
    VALUES (${caller.workspaceId}, ${caller.user?.id ?? null}::text::uuid, ${caseId}, ${description}, date_trunc('milliseconds', clock_timestamp()))
    ON CONFLICT (workspace_id, user_id) DO UPDATE SET ${changesOf(notes)}`
}

/** Answers whether there was a timer to change. */
export async function changeTimer(sql: Sql, caller: Caller, notes: Notes): Promise<boolean> {
  return (await sql.$executeRaw`UPDATE timers SET ${changesOf(notes)} WHERE ${own(caller)}`) > 0
}

/** Ends the timer and answers what it was for, with `last` changes; of two callers at once one gets it. */
export async function takeTimer(sql: Sql, caller: Caller, last: Notes): Promise<Taken | undefined> {
  const [row] = await sql.$queryRaw<Taken[]>`
    DELETE FROM timers WHERE ${own(caller)}
    RETURNING ${matter}::float8 AS case_id, description, ${isoText('started_at')} AS start_time`
  const { case_id: caseId, description } = last
  return (
    row && {
      ...row,
      ...(caseId !== undefined && { case_id: caseId }),
      ...(description !== undefined && { description }),
    }
  )
}

function changesOf({ case_id: caseId, description }: Notes) {
  return Prisma.join([
    caseId === undefined ? Prisma.sql`case_id = timers.case_id` : Prisma.sql`case_id = ${caseId}::bigint`,
    description === undefined ? Prisma.sql`description = timers.description` : Prisma.sql`description = ${description}`,
  ])
}

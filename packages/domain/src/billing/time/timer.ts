import { float, isoText, orNull, Prisma, text } from '@matterbase/db'
import type { Sql, Row } from '@matterbase/db'
import { records } from '../work/record-kinds.ts'
import { requireRecord } from '../../core/tx/require-record.ts'
import type { Tx } from '../../core/write/transaction.ts'
import { requireUser } from '../../core/verbs/actor.ts'
import type { Actor } from '../../core/verbs/actor.ts'
import { conflict } from '../../core/verbs/refused.ts'
import { verb } from '../../core/verbs/verb.ts'

/** The details of a timer. Omitted fields stay as they are. */
interface Notes {
  readonly case_id?: number | null | undefined
  readonly description?: string | null | undefined
}

const runningColumns = { case_id: orNull(float), case_title: orNull(text), description: orNull(text), started_at: text }

type Running = Row<typeof runningColumns>

/** The part of a time entry that a timer knows. */
const takenColumns = { case_id: orNull(float), description: orNull(text), start_time: text }

type Taken = Row<typeof takenColumns>

// A matter that was deleted in the meantime is left out, so that the time is not lost.
const matter = Prisma.sql`(
  SELECT id FROM matters WHERE matters.workspace_id = timers.workspace_id AND matters.id = timers.case_id AND deleted_at IS NULL)`
const title = Prisma.sql`(
  SELECT title FROM matters WHERE matters.workspace_id = timers.workspace_id AND matters.id = timers.case_id AND deleted_at IS NULL)`

const own = (actor: Actor) =>
  Prisma.sql`workspace_id = ${actor.workspaceId} AND user_id = ${requireUser(actor).id}::text::uuid`

/** The running timer of a user. */
export async function currentTimer(sql: Sql, actor: Actor): Promise<Running | undefined> {
  const [row] = await sql.rows(runningColumns)`
    SELECT ${matter}::float8 AS case_id, ${title} AS case_title, description, ${isoText('started_at')} AS started_at
    FROM timers WHERE ${own(actor)}`
  return row
}

/** Starts the user's timer. A running timer continues, with these details. It does not wait for other writes. */
export async function startTimer(sql: Sql, actor: Actor, notes: Notes): Promise<Running> {
  await requireMatter(sql, actor, notes)
  const { case_id: caseId = null, description = null } = notes
  await sql.run`
    INSERT INTO timers (workspace_id, user_id, case_id, description, started_at)
    VALUES (${actor.workspaceId}, ${requireUser(actor).id}::text::uuid, ${caseId}, ${description}, date_trunc('milliseconds', clock_timestamp()))
    ON CONFLICT (workspace_id, user_id) DO UPDATE SET ${changesOf(notes)}`
  return (await currentTimer(sql, actor)) ?? notRunning()
}

export async function changeTimer(sql: Sql, actor: Actor, notes: Notes): Promise<Running> {
  await requireMatter(sql, actor, notes)
  await sql.run`UPDATE timers SET ${changesOf(notes)} WHERE ${own(actor)}`
  return (await currentTimer(sql, actor)) ?? notRunning()
}

/** Stops the timer and creates a time entry. */
export const stopTimer = verb({
  allow: ['timer'],
  async run(tx, actor, last: Notes) {
    await requireMatter(tx.sql, actor, last)
    const taken = await takeTimer(tx.sql, actor)
    const notes = Object.fromEntries(Object.entries(last).filter(([, value]) => value !== undefined)) as Partial<Taken>
    const duration = await wholeSteps(tx, Date.parse(taken.start_time))
    return records.timeEntries.create(tx, actor, { ...taken, ...notes, end_time: tx.now.toISOString(), duration })
  },
})

// SQL rounds to hundredths of a minute before it counts steps: what is shorter would be no time at all.
const shortest = 600

/** Hours since a moment, rounded up to the firm's increment, or to whole minutes. */
async function wholeSteps({ sql, workspaceId, now }: Tx, since: number): Promise<number> {
  const [row] = await sql.rows({ hours: float })`
    SELECT rounded_hours(${Math.max(now.getTime() - since, shortest)}::numeric / 3600000, coalesce(
      (SELECT increment_minutes FROM firm_profiles WHERE workspace_id = ${workspaceId}), 1))::float8 AS hours`
  return row?.hours ?? 0
}

/** Ends the timer and forgets its time. */
export const discardTimer = (sql: Sql, actor: Actor) => takeTimer(sql, actor)

/** Deletes the timer. Only one of two concurrent requests gets it. @throws RefusedError conflict. */
async function takeTimer(sql: Sql, actor: Actor): Promise<Taken> {
  const [row] = await sql.rows(takenColumns)`
    WITH taken AS (DELETE FROM timers WHERE ${own(actor)} RETURNING *)
    SELECT ${matter}::float8 AS case_id, description, ${isoText('started_at')} AS start_time FROM taken AS timers`
  return row ?? notRunning()
}

/** @throws RefusedError validation_failed when the workspace has no such matter. */
const requireMatter = (sql: Sql, { workspaceId }: Actor, { case_id: id }: Notes) =>
  requireRecord({ sql, workspaceId }, 'matters', id, 'case_id')

function notRunning(): never {
  throw conflict('No timer is running. Start one first.')
}

function changesOf({ case_id: caseId, description }: Notes) {
  return Prisma.join([
    caseId === undefined ? Prisma.sql`case_id = timers.case_id` : Prisma.sql`case_id = ${caseId}::bigint`,
    description === undefined ? Prisma.sql`description = timers.description` : Prisma.sql`description = ${description}`,
  ])
}

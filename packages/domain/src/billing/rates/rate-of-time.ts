import { float, int, orNull, text } from '@matterbase/db'
import type { Draft, Values } from '../../core/records/record.ts'
import type { LockedWorkspace } from '../../core/write/transaction.ts'

/** The members of a time entry that say what it is billed at. */
export const columnsOfRate = ['billing_rate', 'rate_source', 'billed_hours'] as const

type RateOfTime = Readonly<Record<(typeof columnsOfRate)[number], number | string | null>>

/** Gives each draft of a time entry its rate. The rate of billed time does not change. */
export async function ratesOfTime(tx: LockedWorkspace, drafts: readonly Draft[]): Promise<RateOfTime[]> {
  const open = drafts.flatMap(({ values, existing }, place) =>
    isFrozen(values, existing?.values) ? [] : [{ ...asked(values), place }],
  )
  const found = open.length === 0 ? [] : await resolve(tx, open)
  const byPlace = new Map(found.map(({ place, ...rate }) => [place, rate]))
  return drafts.map(({ values }, place) => byPlace.get(place) ?? stored(values))
}

const isFrozen = (values: Values, before: Values | undefined) =>
  before !== undefined && before['status'] !== 'pending' && values['status'] !== 'pending'

const asked = ({ user_id, case_id, client_id, hourly_rate, rate, duration, start_time, created_at }: Values) => ({
  user_id,
  case_id,
  client_id,
  typed: hourly_rate ?? rate,
  duration,
  worked_at: start_time ?? created_at,
})

const stored = ({ billing_rate: rate = null, rate_source: source = null, billed_hours: hours = null }: Values) =>
  ({ billing_rate: rate, rate_source: source, billed_hours: hours }) as RateOfTime

const resolve = ({ sql, workspaceId, now }: LockedWorkspace, drafts: readonly object[]) =>
  sql.rows({ place: int, billing_rate: orNull(float), rate_source: orNull(text), billed_hours: orNull(float) })`
    SELECT draft.place, coalesce(typed, rate.amount)::float8 AS billing_rate,
           CASE WHEN typed IS NULL THEN rate.source ELSE 'entry' END AS rate_source,
           rounded_hours(duration, (SELECT increment_minutes FROM firm_profiles WHERE workspace_id = ${workspaceId}))::float8 AS billed_hours
    FROM json_to_recordset(${JSON.stringify(drafts)}::json)
      AS draft (place int, user_id uuid, case_id bigint, client_id bigint, typed numeric, duration numeric, worked_at timestamptz)
    LEFT JOIN LATERAL rate_of(${workspaceId}::int, draft.user_id, draft.case_id, draft.client_id,
      firm_day(${workspaceId}::int, coalesce(worked_at, ${now}::timestamptz))) AS rate ON typed IS NULL`

import { environment, int, orNull, text } from '@matterbase/db'
import type { Sql } from '@matterbase/db'

const unset = { locale: null, currency: null, time_zone: null, payment_days: null }

/** How the firm writes numbers, money and dates in each workspace of an account. */
export async function mannersOf(sql: Sql, ownerUuid: string) {
  const rows = await sql.rows({
    environment,
    locale: orNull(text),
    currency: orNull(text),
    time_zone: orNull(text),
    payment_days: orNull(int),
  })`
    SELECT environment::text, locale, currency, time_zone, payment_days FROM workspaces JOIN firm_profiles ON workspace_id = id
    WHERE owner_uuid = ${ownerUuid}::text::uuid`
  const of = (wanted: 'live' | 'test') => {
    const { environment: _of, ...manner } = rows.find((row) => row.environment === wanted) ?? {
      ...unset,
      environment: wanted,
    }
    return manner
  }
  return { live: of('live'), test: of('test') }
}

import { environment, int, orNull, text } from '@matterbase/db'
import type { Sql } from '@matterbase/db'

const unset = { locale: null, currency: null, time_zone: null, payment_days: null }

/** The settings for numbers, money and dates in each workspace of an account. */
export async function firmFormats(sql: Sql, ownerUuid: string) {
  const rows = await sql.rows({
    environment,
    locale: orNull(text),
    currency: orNull(text),
    time_zone: orNull(text),
    payment_days: orNull(int),
  })`
    SELECT environment::text, locale, currency, time_zone, payment_days FROM workspaces JOIN firm_profiles ON workspace_id = id
    WHERE owner_uuid = ${ownerUuid}::text::uuid`
  const formatsIn = (name: 'live' | 'test') => {
    const { environment: _of, ...formats } = rows.find((row) => row.environment === name) ?? {
      ...unset,
      environment: name,
    }
    return formats
  }
  return { live: formatsIn('live'), test: formatsIn('test') }
}

import { text } from '@matterbase/db'
import { ok, problem, warning } from './finding.ts'
import type { Check } from './finding.ts'

/** Settings of PostgreSQL that must not be off: what is lost with them, and whether that is more than a moment's writes. */
const switches = {
  fsync: ['a crash of the machine can destroy the database', problem],
  full_page_writes: ['a crash of the machine can destroy the database', problem],
  autovacuum: ['tables grow without limit, and queries become slow', problem],
  track_counts: ['autovacuum cannot find the tables that need it', problem],
  synchronous_commit: ['a crash of the machine loses changes that were confirmed', warning],
} as const

export const checkSettings: Check = async ({ db }) => {
  const rows = await db.rows({ name: text, setting: text })`
    SELECT name, setting FROM pg_settings WHERE name = ANY (${Object.keys(switches)}::text[]) OR name = 'server_version'`
  const settings = new Map(rows.map(({ name, setting }) => [name, setting]))
  const off = Object.entries(switches).filter(([name]) => settings.get(name) === 'off')
  return [
    ok(`PostgreSQL ${settings.get('server_version')}`),
    ...off.map(([name, [loss, level]]) =>
      level(`${name} is off: ${loss}`, `ALTER SYSTEM SET ${name} = on; SELECT pg_reload_conf()`),
    ),
  ]
}

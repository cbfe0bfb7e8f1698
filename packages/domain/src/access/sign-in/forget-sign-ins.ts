import { idleInterval } from './sessions.ts'
import type { Sql } from '@matterbase/db'

/** Deletes ended sessions, and old failures, waits and links. */
export async function forgetSignIns(sql: Sql): Promise<void> {
  await sql.run`DELETE FROM sessions WHERE expires_at < now() OR seen_at < now() - ${idleInterval}::text::interval`
  await sql.run`DELETE FROM sign_in_failures WHERE failed_at < now() - interval '1 day'`
  await sql.run`DELETE FROM sign_in_waits WHERE next_at < now() - interval '1 day'`
  await sql.run`DELETE FROM known_devices WHERE expires_at < now()`
  await sql.run`DELETE FROM one_time_links WHERE expires_at < now() - interval '1 day'`
}

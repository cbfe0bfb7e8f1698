import { createSealer, schemaProblem, text } from '@matterbase/db'
import { databaseProblem } from '@matterbase/domain'
import { ok, problem, warning } from './finding.ts'
import type { Check } from './finding.ts'

export const checkMigrations: Check = async ({ db }) => {
  const why = await schemaProblem(db)
  return [
    why === undefined
      ? ok('has the migrations of this version')
      : problem(why, 'run "matterbase migrate" of this version'),
  ]
}

export const checkKey: Check = async ({ db, encryptionKey }) => {
  if (encryptionKey === undefined)
    return [
      warning('ENCRYPTION_KEY is not set, so it was not checked', 'run doctor with the environment of the server'),
    ]
  if ((await schemaProblem(db)) !== undefined) return []
  const why = await databaseProblem(db, createSealer(encryptionKey))
  return [
    why === undefined
      ? ok('ENCRYPTION_KEY decrypts the secrets')
      : problem(why, 'set the ENCRYPTION_KEY of this database'),
  ]
}

/** Tables that have rows, and whose plans PostgreSQL makes without knowing anything of them. */
export const checkStatistics: Check = async ({ db }) => {
  const rows = await db.rows({ name: text })`
    SELECT relname::text AS name FROM pg_stat_user_tables
    WHERE schemaname = 'public' AND n_live_tup > 1000 AND last_analyze IS NULL AND last_autoanalyze IS NULL ORDER BY 1`
  if (rows.length === 0) return [ok('every table with rows has been analysed')]
  const names = rows.map(({ name }) => name).join(', ')
  return [warning(`never analysed: ${names}`, `ANALYZE ${names}; and check that autovacuum is on`)]
}

import { findLastBackup } from '@matterbase/domain'
import { ok, warning } from './finding.ts'
import type { Check } from './finding.ts'

const patienceHours = 26

/** Checks the age of the last `matterbase backup`. Other backups of PostgreSQL are not visible here. */
export const checkLastBackup: Check = async ({ db }) => {
  const takenAt = await findLastBackup(db)
  if (!takenAt) return [ok('matterbase backup has never run on this database')]
  const hours = (Date.now() - takenAt.getTime()) / 3_600_000
  const found = `the last one by matterbase backup is ${Math.round(hours)} h old`
  return [
    hours > patienceHours
      ? warning(found, 'check that the nightly backup runs: systemctl list-timers matterbase-backup')
      : ok(found),
  ]
}

import { schemaProblem } from '@matterbase/db'
import { backfills, countWorkToCheck } from '@matterbase/domain'
import { count } from '../count.ts'
import { ok, warning } from './finding.ts'
import type { Check, Outcome } from './finding.ts'

/** Checks that a worker has filled the records of earlier versions, and lists what people have to decide. */
export const checkBackfills: Check = async ({ db }) => {
  if ((await schemaProblem(db)) !== undefined) return []
  const filling: Outcome[] = []
  for (const backfill of backfills) {
    const { left, total } = await backfill.count(db)
    if (left > 0)
      filling.push(
        warning(
          `Filling records of an earlier version: ${total - left} of ${total} done (${backfill.name})`,
          'wait: users can work as usual. If the number does not rise, check that a worker runs, and read its log',
        ),
      )
  }
  return [
    ...(filling.length > 0 ? filling : [ok('no records of an earlier version have to be filled')]),
    ...(await workToCheck(db)),
  ]
}

async function workToCheck(db: Parameters<typeof countWorkToCheck>[0]): Promise<Outcome[]> {
  const { time_entries: entries, expenses } = await countWorkToCheck(db)
  if (entries + expenses === 0) return []
  const counted = [
    ...(entries > 0 ? [entries === 1 ? '1 time entry' : `${entries} time entries`] : []),
    ...(expenses > 0 ? [count(expenses, 'expense')] : []),
  ]
  return [
    warning(
      `${counted.join(' and ')} of an earlier version to check: another client than the matter, or already on an invoice`,
      'ask the firm to open Home in the dashboard: "Time and expenses to check" lists them',
    ),
  ]
}

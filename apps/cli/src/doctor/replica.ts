import type { Env } from '@matterbase/config'
import { findDatabase } from '../database.ts'
import { replicaProblem } from '../replica.ts'
import { ok, warning } from './finding.ts'
import type { Outcome } from './finding.ts'

/** Checks that exports can be read from the replica, if one is set. */
export async function checkReplica(env: Env<'cli'>): Promise<readonly Outcome[]> {
  const { DATABASE_REPLICA_URL: replica } = env
  if (replica === undefined) return []
  const problem = await replicaProblem(await findDatabase(env), replica, new AbortController().signal)
  if (problem === undefined) return [ok('the replica is up to date')]
  const todo = 'start a streaming standby there, let it catch up, or unset DATABASE_REPLICA_URL'
  return [warning(`exports read from the primary, because DATABASE_REPLICA_URL cannot be used (${problem})`, todo)]
}

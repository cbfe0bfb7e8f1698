import type { Env } from '@matterbase/config'
import { createDb } from '@matterbase/db'
import { findDatabase } from '../database.ts'
import { findEncryptionKey } from '../encryption-key.ts'
import { explain } from '../explain.ts'
import { checkBackfills } from './backfills.ts'
import { checkClock } from './clock.ts'
import { checkConnections } from './connections.ts'
import { checkDeliveries } from './deliveries.ts'
import { checkDisk } from './disk.ts'
import { problem } from './finding.ts'
import type { Check, Finding, Outcome } from './finding.ts'
import { checkLastBackup } from './last-backup.ts'
import { checkMail } from './mail.ts'
import { checkPublicUrl } from './public-url.ts'
import { checkRedis } from './redis.ts'
import { checkReplica } from './replica.ts'
import { checkRole } from './role.ts'
import { checkRequestLog } from './request-log.ts'
import { checkKey, checkMigrations, checkStatistics } from './schema.ts'
import { checkSettings } from './settings.ts'

/** The checks of a database, by name. */
const ofDatabase: Readonly<Record<string, Check>> = {
  database: checkSettings,
  connections: checkConnections,
  migrations: checkMigrations,
  key: checkKey,
  role: checkRole,
  clock: checkClock,
  disk: checkDisk,
  deliveries: checkDeliveries,
  mail: checkMail,
  backup: checkLastBackup,
  request_log: checkRequestLog,
  backfills: checkBackfills,
  statistics: checkStatistics,
}

/** Checks everything that an operator can set wrong. */
export async function examine(env: Env<'cli'>): Promise<readonly Finding[]> {
  return [
    ...(await lookInto(env)),
    ...(await named('replica', () => checkReplica(env))),
    ...(await named('redis', () => checkRedis(env))),
    ...(await named('public_url', () => checkPublicUrl(env))),
  ]
}

async function lookInto(env: Env<'cli'>): Promise<readonly Finding[]> {
  let url: string
  try {
    url = await findDatabase(env)
  } catch (error) {
    const [found = '', ...todo] = explain(error).split(/: (?=start |run |set |add |create )/)
    return [{ check: 'database', ...problem(found, todo.join(': ') || 'correct DATABASE_URL') }]
  }
  const db = createDb({ url, poolSize: 1 })
  try {
    const encryptionKey = await findEncryptionKey(env)
    const findings: Finding[] = []
    // One after the other: the clocks are compared while nothing else waits for the connection.
    for (const [name, check] of Object.entries(ofDatabase))
      findings.push(...(await named(name, () => check({ db, env, encryptionKey }))))
    return findings
  } finally {
    await db.$disconnect()
  }
}

async function named(check: string, look: () => Promise<readonly Outcome[]>): Promise<Finding[]> {
  const outcomes = await look().catch((error: unknown) => [
    problem(`this could not be checked (${explain(error)})`, 'solve the problems above, then run doctor again'),
  ])
  return outcomes.map((outcome) => ({ check, ...outcome }))
}

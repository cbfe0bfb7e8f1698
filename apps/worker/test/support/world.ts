import { randomBytes, randomUUID } from 'node:crypto'
import { bigint, createDb, createSealer } from '@matterbase/db'
import { findWorkspace, recordEventFor, recordEvents, write } from '@matterbase/domain'
import { addAccount as addOwner } from '@matterbase/domain/testing'
import { createTestDatabase, withModels } from '@matterbase/db/testing'
import type { TestDb, TestDatabase } from '@matterbase/db/testing'
import { openBackend as openQueues } from '@matterbase/jobs'
import type { JobBackend, SendJob } from '@matterbase/jobs'
import { redisUrl } from '@matterbase/jobs/testing'
import type { EventKind } from '@matterbase/schemas'
import { pino } from 'pino'
import { expect } from 'vitest'
import { claim } from '../../src/relay/claim.ts'
import { start } from '../../src/relay/find-due.ts'
import { keyedAccess } from '../../src/runtime/database-url.ts'
import type { Resolve } from '../../src/send/resolve.ts'
import type { Settings } from '../../src/runtime/settings.ts'
import { startWorker } from '../../src/worker.ts'
import type { RunningWorker } from '../../src/worker.ts'
import { defaults } from './defaults.ts'
import { removeKeys } from './redis.ts'
import { rowsOf } from './world-rows.ts'

export const encryptionKey = randomBytes(32).toString('base64')
export const sealer = createSealer(encryptionKey)
export const ownerEmail = 'a@example.com'

/** Quick enough for tests, and still in the proportions of the defaults. */
export const quick: Settings = {
  ...defaults,
  allowPrivate: true,
  schedule: [0, 0.2, 0.2, 0.2],
  // A receiver that is slow because the machine is busy must not count as one that fails.
  timeoutMs: 10_000,
  leaseMs: 40_000,
  pollMs: 50,
  // Five throughout, unless a test is about that.
  mostPerEndpoint: defaults.perEndpoint,
  housekeepingMs: 200,
  // Nor must a worker that is slow count as wedged.
  patience: 100,
}

interface Endpoint {
  id: number
  secret: string
}

export interface World extends ReturnType<typeof rowsOf> {
  url: string
  db: TestDb
  workspaceId: number
  /** The prefix of this world's keys in Redis. */
  prefix: string
  /** Another account's workspace, or the test workspace of the first. */
  addAccount(email: string): Promise<number>
  testWorkspace(): Promise<number>
  /** Here and below, without a workspace: in the live one of the first account. */
  addEndpoint(url: string, more?: { isActive?: boolean; events?: string[]; workspace?: number }): Promise<Endpoint>
  record(data: readonly string[], kind?: EventKind, workspace?: number): Promise<void>
  recordTest(endpoint: Endpoint): Promise<void>
  /** Leases so many deliveries that are due or will be in a moment, as a relay does. */
  claim(count: number, settings?: Partial<Settings>): Promise<SendJob[]>
  /** One pass of a relay. */
  claimOnce(settings?: Partial<Settings>): Promise<SendJob[]>
  openBackend(name: 'postgres' | 'redis', url?: string): Promise<JobBackend>
  start(
    name: 'postgres' | 'redis',
    settings?: Partial<Settings>,
    more?: { redisUrl?: string; resolve?: Resolve; onWedged?: () => void },
  ): Promise<RunningWorker>
  /** Stops the workers that were started, and forgets endpoints and all that is about them: for the next test. */
  empty(): Promise<void>
  /** Stops the workers that were started, and removes what was made. */
  close(): Promise<void>
}

const silent = pino({ level: process.env['LOG_LEVEL'] ?? 'silent' })

/** @param given Default: a fresh database on the run's server. */
export async function createWorld(given?: {
  url: string
  close(): Promise<void>
  inspect?: TestDatabase['inspect']
}): Promise<World> {
  const database = given ?? (await createTestDatabase())
  const db = withModels(createDb({ url: keyedAccess(database.url), poolSize: 8, inspect: database.inspect }))
  const addAccount = async (email: string) => {
    await addOwner(db, { email, name: 'A' })
    return findWorkspace(db, email, 'live')
  }
  const workspaceId = await addAccount(ownerEmail)
  const prefix = `{wh-test-${randomUUID()}}`
  const running: (() => Promise<void>)[] = []
  const openBackend: World['openBackend'] = (name, url = redisUrl) => {
    const onError = (error: Error) => silent.warn({ err: error }, 'queue')
    return openQueues({ databaseUrl: database.url, ...(name === 'redis' && { redisUrl: url }), prefix, onError })
  }
  const claimOnce = async (settings: Partial<Settings> = {}) =>
    (await claim(db, { ...quick, ...settings }, start))?.jobs ?? []
  const stopWorkers = async () => void (await Promise.all(running.splice(0).map((stop) => stop())))
  return {
    url: database.url,
    db,
    workspaceId,
    prefix,
    openBackend,
    addAccount,
    testWorkspace: () => findWorkspace(db, ownerEmail, 'test'),
    async addEndpoint(url, { isActive = true, events = ['matter.created'], workspace = workspaceId } = {}) {
      const secret = `whsec_${randomBytes(32).toString('base64')}`
      const [row] = await db.rows({ id: bigint })`
        INSERT INTO webhook_endpoints (workspace_id, url, events, is_active, secret, created_at)
        VALUES (${workspace}, ${url}, ${events}, ${isActive}, ''::bytea, now()) RETURNING id`
      const id = Number(row?.id)
      await db.run`UPDATE webhook_endpoints SET secret = ${sealer.seal(secret, `webhook_endpoints/${workspace}/${id}`)} WHERE id = ${id}`
      return { id, secret }
    },
    record: (data, kind = 'matter.created', workspace = workspaceId) =>
      write(db, workspace, (tx) => recordEvents(tx, kind, data, tx.stamp())),
    recordTest: ({ id }) =>
      write(db, workspaceId, (tx) => recordEventFor(tx, id, 'ping.test', '{"message":"hello"}', tx.stamp())),
    claimOnce,
    async claim(count, settings) {
      const jobs: SendJob[] = []
      // The time a delivery is due at is rounded to the millisecond, which may lie ahead of the clock.
      await expect.poll(async () => jobs.push(...(await claimOnce(settings)))).toBe(count)
      return jobs
    },
    async start(name, settings = {}, { redisUrl: url, resolve, onWedged = () => undefined } = {}) {
      const backend = await openBackend(name, url)
      const worker = await startWorker({
        db,
        backend,
        sealer,
        settings: { ...quick, ...settings },
        log: silent,
        onWedged,
        ...(resolve ? { resolve } : {}),
      })
      running.push(() => worker.stop(5_000))
      return worker
    },
    ...rowsOf(db),
    async empty() {
      await stopWorkers()
      await db.run`
        WITH events AS (DELETE FROM events), deliveries AS (DELETE FROM webhook_deliveries),
             attempts AS (DELETE FROM webhook_attempts), replays AS (DELETE FROM webhook_replays),
             workers AS (DELETE FROM webhook_workers)
        DELETE FROM webhook_endpoints`
    },
    async close() {
      await stopWorkers()
      await db.$disconnect()
      await database.close()
      await removeKeys(prefix).catch(() => undefined)
    },
  }
}

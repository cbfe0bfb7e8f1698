import { randomBytes, randomUUID } from 'node:crypto'
import {
  bigint,
  bool,
  bytes,
  createDb,
  createSealer,
  float,
  int,
  orNull,
  text,
  texts,
  timestamp,
  uuid,
} from '@matterbase/db'
import type { Row } from '@matterbase/db'
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

export interface World {
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
  deliveries(): Promise<DeliveryRow[]>
  /** Those that any delivery has: for waits, which ask again and again. */
  statuses(): Promise<Set<string>>
  attempts(): Promise<AttemptRow[]>
  endpoint(endpoint: Endpoint): Promise<EndpointRow>
  /** Stops the workers that were started, and forgets endpoints and all that is about them: for the next test. */
  empty(): Promise<void>
  /** Stops the workers that were started, and removes what was made. */
  close(): Promise<void>
}

const deliveryColumns = {
  id: bigint,
  endpoint_id: bigint,
  event_id: uuid,
  status: text,
  attempt_count: int,
  next_in: orNull(float),
  last_status_code: orNull(int),
  last_error: orNull(text),
  lease_id: orNull(uuid),
}

const attemptColumns = {
  id: uuid,
  webhook_delivery_id: bigint,
  attempt: int,
  outcome: orNull(text),
  status_code: orNull(int),
  response_body: orNull(text),
  response_headers: orNull(text),
  duration_ms: orNull(int),
}

const endpointColumns = {
  is_active: bool,
  failure_count: int,
  last_delivery_at: orNull(timestamp),
  first_failure_at: orNull(timestamp),
  failed_event_ids: texts,
  disabled_at: orNull(timestamp),
  disabled_reason: orNull(text),
  circuit_level: int,
  circuit_open_until: orNull(timestamp),
  open_for: orNull(float),
  secret: bytes,
  previous_secret: orNull(bytes),
  previous_secret_expires_at: orNull(timestamp),
  resume_held_until: orNull(timestamp),
  skip_held_until: orNull(timestamp),
}

type DeliveryRow = Row<typeof deliveryColumns>
type AttemptRow = Row<typeof attemptColumns>
type EndpointRow = Row<typeof endpointColumns>

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
    deliveries: () =>
      db.rows(deliveryColumns)`
        SELECT id, endpoint_id, event_id, status, attempt_count, extract(epoch FROM next_attempt_at - now())::float8 AS next_in,
               last_status_code, last_error, lease_id FROM webhook_deliveries ORDER BY id`,
    async statuses() {
      const rows = await db.rows({ status: text })`SELECT DISTINCT status FROM webhook_deliveries`
      return new Set(rows.map(({ status }) => status))
    },
    attempts: () => db.rows(attemptColumns)`
      SELECT id, webhook_delivery_id, attempt, outcome, status_code, response_body, response_headers, duration_ms
      FROM webhook_attempts ORDER BY webhook_delivery_id, attempt, started_at`,
    async endpoint({ id }) {
      const [row] = await db.rows(endpointColumns)`
        SELECT is_active, failure_count, last_delivery_at, first_failure_at, failed_event_ids::text[], disabled_at, disabled_reason, circuit_level, circuit_open_until,
               extract(epoch FROM circuit_open_until - now())::float8 AS open_for, secret, previous_secret, previous_secret_expires_at, resume_held_until, skip_held_until
        FROM webhook_endpoints WHERE id = ${id}`
      if (!row) throw new Error('No such endpoint')
      return row
    },
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

import { redisUrl } from '@matterbase/jobs/testing'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { defaults } from './support/defaults.ts'
import { startWorker } from '../src/worker.ts'
import { spawnMain, spawnWorker } from './support/processes.ts'
import type { Running } from './support/processes.ts'
import { startReceiver } from './support/receiver.ts'
import type { Receiver } from './support/receiver.ts'
import { backendNames } from './support/redis.ts'
import { createWorld, encryptionKey, quick, sealer } from './support/world.ts'
import type { World } from './support/world.ts'

let world: World
let receiver: Receiver
let processes: Running[]

beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())
beforeEach(async () => {
  receiver = await startReceiver()
  processes = []
})
afterEach(async () => {
  await Promise.all(processes.map((running) => running.kill('SIGKILL')))
  await world.empty()
  await receiver.close()
})

const records = (count: number) => Array.from({ length: count }, (_, id) => `{"id":${id}}`)
const eventIds = () => new Set(receiver.requests.map(({ json }) => json['event_id']))
const statuses = () => world.statuses()

const ordersFor = (name: 'postgres' | 'redis') => ({
  url: world.url,
  key: encryptionKey,
  prefix: world.prefix,
  redisUrl: name === 'redis' ? redisUrl : null,
  settings: { ...quick, leaseMs: defaults.leaseMs, timeoutMs: defaults.timeoutMs },
})

describe.each(backendNames)('with the queues on %s', (name) => {
  it('a worker killed while it sends loses nothing, nor does one between leasing deliveries and queueing their jobs: all is sent long before the leases lapse', async () => {
    const orders = ordersFor(name)
    await world.addEndpoint(`${receiver.url}/slow`)
    await world.addEndpoint(`${receiver.url}/quick`)
    await world.addEndpoint(`${receiver.url}/leased`, { events: ['client.created'] })
    receiver.answer = (response, { path }) => (path === '/slow' ? undefined : void response.end())
    const sending = await spawnWorker(orders)
    processes.push(sending)
    await world.record(records(20))
    await expect.poll(() => receiver.open.get('/slow')).toBe(5)
    await sending.kill('SIGKILL')
    receiver.answer = (response) => void response.end()

    await world.record(records(5), 'client.created')
    const leasing = await spawnWorker({ ...orders, dieAfterClaim: true })
    processes.push(leasing)
    await expect.poll(() => leasing.process.signalCode).toBe('SIGKILL')
    const leased = async () => (await world.deliveries()).slice(-5).map(({ status }) => status)
    expect(await leased()).toEqual(Array(5).fill('queued'))
    await world.start(name, orders.settings)

    await expect.poll(statuses).toEqual(new Set(['delivered']))
    expect(eventIds().size).toBe(25)
    expect(receiver.requests.filter(({ path }) => path === '/leased')).toHaveLength(5)
    expect(await world.db.webhookWorker.count()).toBe(1)
    const attempts = await world.attempts()
    const interrupted = attempts.filter(({ outcome }) => outcome === 'interrupted')
    expect(interrupted.length).toBeGreaterThanOrEqual(5)
    expect(receiver.requests.length - 45).toBeLessThanOrEqual(10)
    const [again] = interrupted
    expect(
      attempts.filter((row) => row.webhook_delivery_id === again?.webhook_delivery_id).map(({ outcome }) => outcome),
    ).toEqual(['interrupted', 'success'])
  })

  it('a job that two workers run sends once', async () => {
    await world.addEndpoint(receiver.url)
    await world.record(records(5))
    const jobs = await world.claim(5)
    const backend = await world.openBackend(name)
    for (const copy of ['one', 'two'])
      await backend.add(
        'wh-send',
        jobs.map((data) => ({ id: `${data.leaseId}-${copy}`, data })),
      )
    if (name === 'redis') await backend.markComplete()
    await Promise.all([world.start(name), world.start(name)])
    await expect.poll(statuses).toEqual(new Set(['delivered']))
    await backend.close()
    expect(receiver.requests).toHaveLength(5)
    expect(await world.attempts()).toHaveLength(5)
  })

  it('survives the loss of every connection to PostgreSQL', async () => {
    await world.addEndpoint(receiver.url)
    // What PostgreSQL began without a worker learning of it must not wait for these leases to lapse.
    const settings = { leaseMs: 120_000, timeoutMs: 15_000 }
    await Promise.all([world.start(name, settings), world.start(name, settings)])
    const workers = () => world.db.webhookWorker.findMany({ orderBy: { id: 'asc' } })
    const before = await workers()
    expect(before).toHaveLength(2)
    receiver.answer = (response) => void setTimeout(() => response.end(), 5)
    await world.record(records(100))
    for (const reached of [15, 45]) {
      await expect.poll(() => receiver.requests.length).toBeGreaterThan(reached)
      await world.db
        .run`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`.catch(
        () => undefined,
      )
    }
    await expect.poll(() => statuses().catch(() => null)).toEqual(new Set(['delivered']))
    expect(eventIds().size).toBe(100)
    // Neither took the other for dead meanwhile: that would have struck it off.
    expect(await workers()).toEqual(before)
  })
})

it('a worker that starts no jobs although some wait gives up', async () => {
  await world.addEndpoint(receiver.url)
  const backend = await world.openBackend('postgres')
  const deaf = { ...backend, work: () => ({ close: () => Promise.resolve() }) }
  const wedged = vi.fn<() => void>()
  const settings = { ...quick, housekeepingMs: 50, patience: 3 }
  const log = pino({ level: 'silent' })
  const worker = await startWorker({ db: world.db, backend: deaf, sealer, settings, log, onWedged: wedged })
  await world.record(records(1))
  await expect.poll(() => wedged.mock.calls.length).toBeGreaterThan(0)
  await worker.stop(1_000)
})

it('the program does not start on a bad environment, and names the variable in one line', async () => {
  const env = { DATABASE_URL: world.url, ENCRYPTION_KEY: encryptionKey }
  const bad: Record<string, string> = {
    REDIS_URL: 'redis://127.0.0.1:1',
    WEBHOOK_RETRY_SCHEDULE: 'soon',
    ENCRYPTION_KEY: 'c2hvcnQ=',
    DATABASE_URL: 'postgres://postgres@127.0.0.1:1/none',
  }
  const starts = Object.entries(bad).map(async ([name, value]) => {
    await expect(spawnMain({ ...env, [name]: value })).rejects.toThrow(new RegExp(`^exit 1: [^\\n]*${name}[^\\n]*$`))
  })
  await Promise.all(starts)
})

import { redisUrl } from '@matterbase/jobs/testing'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { defaults } from '../src/runtime/settings.ts'
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

beforeEach(async () => {
  world = await createWorld()
  receiver = await startReceiver()
  processes = []
})
afterEach(async () => {
  await Promise.all(processes.map((running) => running.kill('SIGKILL')))
  await world.close()
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
  it('a worker killed in the middle of sending loses nothing: what it held is sent long before its leases lapse', async () => {
    const orders = ordersFor(name)
    await world.addEndpoint(`${receiver.url}/slow`)
    await world.addEndpoint(`${receiver.url}/quick`)
    receiver.answer = (response, { path }) => (path === '/slow' ? undefined : void response.end())
    const victim = await spawnWorker(orders)
    processes.push(victim)
    await world.record(records(20))
    await expect.poll(() => receiver.open.get('/slow')).toBe(5)
    await victim.kill('SIGKILL')
    receiver.answer = (response) => void response.end()
    processes.push(await spawnWorker(orders))

    await expect.poll(statuses).toEqual(new Set(['delivered']))
    expect(eventIds().size).toBe(20)
    expect(await world.db.webhookWorker.count()).toBe(1)
    const interrupted = (await world.attempts()).filter(({ outcome }) => outcome === 'interrupted')
    expect(interrupted.length).toBeGreaterThanOrEqual(5)
    expect(receiver.requests.length - 40).toBeLessThanOrEqual(10)
    const [again] = interrupted
    expect(
      (await world.attempts())
        .filter((row) => row.webhook_delivery_id === again?.webhook_delivery_id)
        .map(({ outcome }) => outcome),
    ).toEqual(['interrupted', 'success'])
  })

  it('a worker killed between leasing deliveries and queueing their jobs loses nothing, and nothing is sent twice', async () => {
    await world.addEndpoint(receiver.url)
    await world.record(records(5))
    const victim = await spawnWorker({ ...ordersFor(name), dieAfterClaim: true })
    processes.push(victim)
    await expect.poll(() => victim.process.signalCode).toBe('SIGKILL')
    expect(await statuses()).toEqual(new Set(['queued']))
    processes.push(await spawnWorker(ordersFor(name)))
    await expect.poll(statuses).toEqual(new Set(['delivered']))
    expect(receiver.requests).toHaveLength(5)
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
    await world.record(records(300))
    for (const reached of [50, 150]) {
      await expect.poll(() => receiver.requests.length).toBeGreaterThan(reached)
      await world.db
        .$executeRaw`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`.catch(
        () => undefined,
      )
    }
    await expect.poll(() => statuses().catch(() => null)).toEqual(new Set(['delivered']))
    expect(eventIds().size).toBe(300)
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

describe('the program', () => {
  const env = () => ({ DATABASE_URL: world.url, ENCRYPTION_KEY: encryptionKey, WEBHOOK_ALLOW_PRIVATE: 'true' })

  it('lets what is under way end when it is told to stop, and sends nothing twice', async () => {
    await world.addEndpoint(receiver.url)
    const late: (() => void)[] = []
    receiver.answer = (response) => void late.push(() => response.end())
    const main = await spawnMain(env())
    processes.push(main)
    await world.record(records(20))
    await expect.poll(() => late.length).toBe(5)
    const ended = main.kill('SIGTERM')
    setTimeout(() => {
      receiver.answer = (response) => void response.end()
      late.forEach((answer) => answer())
    }, 700)
    // Its grace would have ended it with 1.
    expect(await ended).toEqual({ code: 0, signal: null })
    const rows = await world.deliveries()
    expect(rows.filter(({ status }) => status === 'delivered')).toHaveLength(receiver.requests.length)
    expect(rows.filter(({ status }) => status === 'sending')).toHaveLength(0)
    processes.push(await spawnMain(env()))
    await expect.poll(statuses).toEqual(new Set(['delivered']))
    expect(receiver.requests).toHaveLength(20)
  })

  it('does not start on a bad environment, and names the variable in one line', async () => {
    const bad: Record<string, string> = {
      REDIS_URL: 'redis://127.0.0.1:1',
      WEBHOOK_RETRY_SCHEDULE: 'soon',
      ENCRYPTION_KEY: 'c2hvcnQ=',
      DATABASE_URL: 'postgres://postgres@127.0.0.1:1/none',
    }
    const starts = Object.entries(bad).map(async ([name, value]) => {
      await expect(spawnMain({ ...env(), [name]: value })).rejects.toThrow(
        new RegExp(`^exit 1: [^\\n]*${name}[^\\n]*$`),
      )
    })
    await Promise.all(starts)
  })
})

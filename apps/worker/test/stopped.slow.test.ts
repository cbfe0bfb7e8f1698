import { once } from 'node:events'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { advisoryLocks, int, orNull } from '@matterbase/db'
import { spawnMain, spawnWorker } from './support/processes.ts'
import type { Running } from './support/processes.ts'
import { startReceiver } from './support/receiver.ts'
import type { Receiver } from './support/receiver.ts'
import { createWorld, encryptionKey, quick } from './support/world.ts'
import type { World } from './support/world.ts'

const answerMs = 5_000
const patience = { interval: 50 }

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
const delivered = async () => (await world.deliveries()).filter(({ status }) => status === 'delivered').length

it('a worker that is stopped in the middle of sending loses its lease, and what it reports when it goes on changes nothing', async () => {
  const orders = {
    url: world.url,
    key: encryptionKey,
    prefix: world.prefix,
    redisUrl: null,
    settings: { ...quick, schedule: [0, 3_600] },
  }
  const endpoint = await world.addEndpoint(receiver.url)
  const late: (() => void)[] = []
  receiver.answer = (response) => void late.push(() => response.writeHead(500).end())
  const victim = await spawnWorker(orders)
  processes.push(victim)
  await world.record(records(1))
  await expect.poll(() => late.length).toBe(1)
  victim.process.kill('SIGSTOP')

  receiver.answer = (response) => void response.end()
  const other = await world.start('postgres', orders.settings)
  await expect.poll(delivered, patience).toBe(1)
  const [deliveries, attempts] = [await world.deliveries(), await world.attempts()]
  expect(attempts).toMatchObject([{ outcome: 'interrupted' }, { outcome: 'success' }])

  // Now it learns of an answer that would have counted as a failure.
  late.forEach((answer) => answer())
  victim.process.kill('SIGCONT')
  // What it does next alone is reported after that.
  await other.stop(5_000)
  await world.record(records(20))
  await expect.poll(delivered, patience).toBe(21)
  expect((await world.deliveries()).slice(0, 1)).toEqual(deliveries)
  expect((await world.attempts()).slice(0, 2)).toEqual(attempts)
  expect(await world.endpoint(endpoint)).toMatchObject({ failure_count: 0, circuit_level: 0, is_active: true })
  expect(receiver.requests).toHaveLength(22)
})

it('a worker that is stopped before it learns what it has begun sends none of it when it goes on', async () => {
  const settings = { ...quick, perEndpoint: 1, mostPerEndpoint: 1 }
  const orders = { url: world.url, key: encryptionKey, prefix: world.prefix, redisUrl: null, settings }
  await world.addEndpoint(receiver.url)
  await world.record(records(2))
  const victim = await spawnWorker({ ...orders, stopsIn: 'finish' })
  processes.push(victim)
  // The first is delivered, and the second begun by the same statement.
  await expect.poll(async () => (await world.attempts()).length, patience).toBe(2)
  const other = await world.start('postgres', settings)
  await expect.poll(delivered, patience).toBe(2)
  expect(receiver.requests).toHaveLength(2)

  await other.stop(5_000)
  victim.process.kill('SIGCONT')
  // What it does next is reported after that.
  await world.record(records(1))
  await expect.poll(delivered, patience).toBe(3)
  expect(receiver.requests).toHaveLength(3)
})

it('a worker told to stop with 100 requests under way ends within its grace, and none of them is made twice', async () => {
  const env = { DATABASE_URL: world.url, ENCRYPTION_KEY: encryptionKey, WEBHOOK_ALLOW_PRIVATE: 'true' }
  for (let index = 0; index < 20; index++) await world.addEndpoint(`${receiver.url}/${index}`)
  const held: (() => void)[] = []
  receiver.answer = (response) => void held.push(() => response.end())
  const main = await spawnMain(env)
  processes.push(main)
  await world.record(records(10))
  await expect.poll(() => held.length, patience).toBe(100)
  main.process.kill('SIGTERM')
  setTimeout(() => held.forEach((answer) => answer()), answerMs)
  // Its grace would have ended it with 1.
  expect(await once(main.process, 'exit')).toEqual([0, null])
  expect(receiver.requests).toHaveLength(100)
  expect(await delivered()).toBe(100)
  expect(await world.statuses()).not.toContain('sending')

  receiver.answer = (response) => void response.end()
  await world.start('postgres')
  await expect.poll(delivered, patience).toBe(200)
  expect(receiver.requests).toHaveLength(200)
})

it('a worker that is stopped while it claims holds up the others for a moment only', async () => {
  await world.addEndpoint(receiver.url)
  // Workers claim when something is due.
  await world.record(records(1))
  const orders = { url: world.url, key: encryptionKey, prefix: world.prefix, redisUrl: null, settings: quick }
  processes.push(await spawnWorker({ ...orders, stopsIn: 'claim' }))
  const isHeld = async () =>
    (
      await world.db.rows({ pid: orNull(int) })`SELECT pid FROM pg_locks JOIN pg_database ON pg_database.oid = database
      WHERE datname = current_database() AND locktype = 'advisory' AND objid = ${advisoryLocks.relay} AND granted`
    ).length > 0
  await expect.poll(isHeld, patience).toBe(true)
  await world.start('postgres')
  // Without a limit of its own it would be PostgreSQL's for all transactions, 20 s.
  await expect.poll(delivered, { ...patience, timeout: 15_000 }).toBe(1)
})

import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { redisUrl } from '@matterbase/jobs/testing'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { defaults } from './support/defaults.ts'
import { expireLeases } from '../src/deliveries/sweeps.ts'
import { spawnWorker } from './support/processes.ts'
import type { Running } from './support/processes.ts'
import { startReceiver } from './support/receiver.ts'
import type { Receiver } from './support/receiver.ts'
import { backendNames } from './support/redis.ts'
import { createWorld, encryptionKey, quick } from './support/world.ts'
import type { World } from './support/world.ts'

// Held answers must not end by their deadline.
const patient = { ...quick, concurrency: 80, timeoutMs: 120_000, leaseMs: 480_000 }

let world: World
let receiver: Receiver
let held: ServerResponse[]
let mostHeld: number
let processes: Running[]

beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())
beforeEach(async () => {
  receiver = await startReceiver()
  held = []
  mostHeld = 0
  processes = []
  receiver.answer = (response, { path }) => {
    if (!path.startsWith('/slow')) {
      response.end()
      return
    }
    held.push(response)
    response.on('close', () => held.splice(held.indexOf(response), 1))
    mostHeld = Math.max(mostHeld, held.length)
  }
})
afterEach(async () => {
  await Promise.all(processes.map((running) => running.kill('SIGKILL')))
  await world.empty()
  await receiver.close()
})

// Many times what is under way at once.
const backlog = 150
const records = (count: number) => Array.from({ length: count }, (_, id) => `{"id":${id}}`)
const arrivals = (path: string) => receiver.requests.filter((request) => request.path === path)
const statuses = () => world.statuses()
const delivered = new Set(['delivered'])
function release(): void {
  receiver.answer = (response) => void response.end()
  held.forEach((response) => response.end())
}

/** Sixteen endpoints of the first account that hold their answers, half of them in its test workspace, five events each. */
async function addSlowEndpoints(): Promise<void> {
  for (const workspace of [world.workspaceId, await world.testWorkspace()]) {
    for (let n = 0; n < 8; n++) await world.addEndpoint(`${receiver.url}/slow/${workspace}/${n}`, { workspace })
    await world.record(records(5), 'matter.created', workspace)
  }
}

async function addNeighbour(name: string): Promise<(count: number) => Promise<void>> {
  const workspace = await world.addAccount(`${name}-${randomUUID()}@example.com`)
  await world.addEndpoint(`${receiver.url}/${name}`, { workspace })
  return (count) => world.record(records(count), 'matter.created', workspace)
}

describe.each(backendNames)('with the queues on %s', (name) => {
  it('sixteen slow endpoints of one account take a quarter of the places, and another account is served while they are held', async () => {
    await addSlowEndpoints()
    const send = await addNeighbour('neighbour')
    await world.start(name, patient)
    await expect.poll(() => held.length).toBeGreaterThanOrEqual(20)
    await send(20)
    await expect.poll(() => arrivals('/neighbour').length).toBe(20)
    expect(held).toHaveLength(20)
    expect(mostHeld).toBe(20)
    release()
    await expect.poll(statuses).toEqual(delivered)
    expect(receiver.requests).toHaveLength(100)
  })

  it('a share counts the places of all workers, and those that a killed one held are given out anew', async () => {
    await addSlowEndpoints()
    const send = await addNeighbour('neighbour')
    const redis = name === 'redis' ? redisUrl : null
    const { url, prefix } = world
    const orders = { url, prefix, key: encryptionKey, redisUrl: redis, settings: { ...patient, concurrency: 40 } }
    // One after the other, so that the first one, which is killed, has something under way.
    const killed = await spawnWorker(orders)
    processes.push(killed)
    await expect.poll(() => held.length).toBe(10)
    await world.start(name, orders.settings)
    await expect.poll(() => held.length).toBe(20)
    await send(1)
    await expect.poll(() => arrivals('/neighbour').length).toBe(1)
    expect(mostHeld).toBe(20)
    // What a worker is killed with before it has noted the answer comes twice.
    const count = () => world.db.webhookDelivery.count({ where: { status: 'delivered' } })
    await expect.poll(count).toBe(1)

    // Of the one that is left the account gets a quarter again, long before any lease lapses.
    await killed.kill('SIGKILL')
    await expect.poll(() => world.db.webhookWorker.count()).toBe(1)
    await send(1)
    await expect.poll(() => arrivals('/neighbour').length).toBe(2)
    release()
    await expect.poll(statuses).toEqual(delivered)
    const outcomes = new Set((await world.attempts()).map(({ outcome }) => outcome))
    expect(outcomes).toEqual(new Set(['success', 'interrupted']))
  })
})

it('four accounts that take what they can leave places for a fifth', async () => {
  await addSlowEndpoints()
  for (const account of ['one', 'two', 'three']) {
    const workspace = await world.addAccount(`${account}@example.com`)
    for (let n = 0; n < 8; n++) await world.addEndpoint(`${receiver.url}/slow/${account}/${n}`, { workspace })
    await world.record(records(5), 'matter.created', workspace)
  }
  const send = await addNeighbour('fifth')
  await world.start('postgres', patient)
  await expect.poll(() => held.length).toBeGreaterThanOrEqual(40)
  await send(1)
  await expect.poll(() => arrivals('/fifth').length).toBe(1)
  expect(held.length).toBeLessThan(80)
  release()
  await expect.poll(statuses).toEqual(delivered)
})

it('a share whose leases lapsed is free again', async () => {
  const settings = { concurrency: 8 }
  await world.addEndpoint(receiver.url)
  await world.record(records(10))
  await world.claim(2, settings)
  await expect(world.claimOnce(settings)).resolves.toHaveLength(0)
  await world.db.run`UPDATE webhook_deliveries SET lease_until = now() - interval '1 second' WHERE status = 'queued'`
  expect(await expireLeases(world.db, 1_000)).toBe(2)
  await world.claim(2, settings)
})

it('an endpoint with a long backlog lets the others of its account have a turn', async () => {
  receiver.answer = (response) => void setTimeout(() => response.end(), 10)
  await world.addEndpoint(`${receiver.url}/backlog`)
  await world.addEndpoint(`${receiver.url}/late`, { events: ['client.created'] })
  await world.record(records(backlog))
  await world.start('postgres', { concurrency: 8, runMs: 50 })
  await expect.poll(() => arrivals('/backlog').length).toBeGreaterThan(10)
  await world.record(records(1), 'client.created')
  await expect.poll(statuses).toEqual(delivered)
  expect(receiver.requests.findIndex(({ path }) => path === '/late')).toBeLessThan(backlog)
})

it('an endpoint that answers quickly gets more requests at once, as many as it may have at most', async () => {
  // Ten in a row for each of five, of six and of seven that may be under way, and some more.
  const answeredAtOnce = 200
  const events = 220
  receiver.answer = (response) => {
    if (receiver.requests.length <= answeredAtOnce) {
      response.end()
      return
    }
    held.push(response)
    mostHeld = Math.max(mostHeld, held.length)
  }
  await world.addEndpoint(receiver.url)
  await world.record(records(events))
  // However long the machine takes to answer.
  await world.start('postgres', { ...patient, mostPerEndpoint: 8, quickMs: patient.timeoutMs })
  await expect.poll(() => held.length).toBe(8)
  expect(mostHeld).toBe(8)
  release()
  await expect.poll(statuses).toEqual(delivered)
  expect(receiver.requests).toHaveLength(events)
})

it('a worker alone sends as much at once as one workspace can have under way', () => {
  expect(defaults.concurrency / 4).toBe(20 * defaults.perEndpoint)
})

describe('tests', () => {
  it('count among the five requests under way to their endpoint', async () => {
    const endpoint = await world.addEndpoint(`${receiver.url}/slow`)
    await world.addEndpoint(`${receiver.url}/other`, { events: ['client.created'] })
    for (let n = 0; n < 20; n++) await world.recordTest(endpoint)
    await world.record(records(10))
    await world.start('postgres', patient)
    await expect.poll(() => held.length).toBe(5)
    // The relay has come round again by then.
    await world.record(records(1), 'client.created')
    await expect.poll(() => arrivals('/other').length).toBe(1)
    expect(mostHeld).toBe(5)
    expect(arrivals('/slow').map(({ json }) => json['event'])).toEqual(Array.from({ length: 5 }, () => 'ping.test'))
    release()
    await expect.poll(statuses).toEqual(delivered)
    expect(receiver.mostOpen.get('/slow')).toBe(5)
  })

  it('are sent to an endpoint whose circuit is open, where nothing else is', async () => {
    const endpoint = await world.addEndpoint(`${receiver.url}/open`)
    await world.db.run`UPDATE webhook_endpoints SET circuit_level = 1, circuit_open_until = now() + interval '1 hour'`
    await world.record(records(3))
    await world.recordTest(endpoint)
    receiver.answer = (response) => void response.writeHead(500).end()
    await world.start('postgres', { schedule: [0] })
    await expect.poll(() => arrivals('/open').map(({ json }) => json['event'])).toEqual(['ping.test'])
    await expect
      .poll(async () => (await world.deliveries()).map(({ status }) => status))
      .toEqual([...Array.from({ length: 3 }, () => 'pending'), 'failed'])
  })

  it('do not wait for the end of a backlog', async () => {
    receiver.answer = (response) => void setTimeout(() => response.end(), 10)
    const endpoint = await world.addEndpoint(receiver.url)
    await world.record(records(backlog))
    await world.start('postgres', { runMs: 50 })
    await expect.poll(() => receiver.requests.length).toBeGreaterThan(10)
    await world.recordTest(endpoint)
    await expect.poll(statuses).toEqual(delivered)
    expect(receiver.requests.findIndex(({ json }) => json['event'] === 'ping.test')).toBeLessThan(backlog)
  })
})

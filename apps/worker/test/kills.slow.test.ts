import { afterEach, beforeEach, expect, it } from 'vitest'
import { int } from '@matterbase/db'
import { defaults } from './support/defaults.ts'
import { spawnWorker } from './support/processes.ts'
import type { Running } from './support/processes.ts'
import { startReceiver } from './support/receiver.ts'
import type { Receiver } from './support/receiver.ts'
import { createWorld, encryptionKey, quick } from './support/world.ts'
import type { World } from './support/world.ts'

const events = 4_000
const attemptsALife = 200

const sinceSeconds = (start: number) => Math.round((Date.now() - start) / 1_000)

let world: World
let receiver: Receiver
let worker: Running | undefined

beforeEach(async () => {
  world = await createWorld()
  receiver = await startReceiver()
})
afterEach(async () => {
  await worker?.kill('SIGKILL')
  await world.close()
  await receiver.close()
})

it(`a worker killed again and again delivers all of ${events} events; repeated ones have one event_id and were in flight`, async () => {
  for (const path of ['/a', '/b', '/c', '/d']) await world.addEndpoint(receiver.url + path)
  receiver.answer = (response) => void setTimeout(() => response.end(), 10)
  // The leases of production, which no killed worker gives back.
  const settings = { ...quick, leaseMs: defaults.leaseMs }
  const orders = { url: world.url, key: encryptionKey, prefix: world.prefix, redisUrl: null, settings }
  const total = events - (events % 4)
  for (let made = 0; made < total / 4; made += 100)
    await world.record(Array.from({ length: Math.min(100, total / 4 - made) }, (_, n) => `{"id":${made + n}}`))
  const left = async () => {
    const [row] = await world.db.rows({ count: int })`
        SELECT count(*)::int AS count FROM webhook_deliveries WHERE status <> 'delivered'`
    return row?.count ?? 0
  }
  const from = Date.now()
  let kills = 0
  while ((await left()) > 0) {
    const before = receiver.requests.length
    worker = await spawnWorker(orders)
    const isEnough = async () => receiver.requests.length > before + attemptsALife || (await left()) === 0
    await expect.poll(isEnough).toBe(true)
    await worker.kill('SIGKILL')
    kills++
  }
  await expect.poll(left).toBe(0)

  const seen = Map.groupBy(receiver.requests, ({ path, json }) => `${path} ${String(json['event_id'])}`)
  expect(seen.size).toBe(total)
  expect(new Set(receiver.requests.map(({ json }) => json['delivery_id'])).size).toBe(receiver.requests.length)
  const [tally] = await world.db.rows({ duplicates: int })`
      SELECT count(*)::int AS duplicates FROM webhook_attempts WHERE outcome <> 'success'`
  const twice = receiver.requests.length - total
  console.info(`${total} delivered, ${twice} of them twice, ${kills} kills in ${sinceSeconds(from)} s`)
  // Only deliveries in flight are repeated, at most five to each endpoint.
  expect(twice).toBeLessThanOrEqual(tally?.duplicates ?? 0)
  expect(tally?.duplicates).toBeLessThanOrEqual(kills * 4 * quick.perEndpoint)
  expect(kills).toBeGreaterThan(1)
})

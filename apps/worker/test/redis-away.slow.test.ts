import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { int } from '@matterbase/db'
import type { CreatedWebhookEndpoint } from '@matterbase/sdk'
import { startApi } from './support/api-process.ts'
import type { ApiProcess } from './support/api-process.ts'
import { spawnMain } from './support/processes.ts'
import type { Running } from './support/processes.ts'
import { startReceiver } from './support/receiver.ts'
import type { Receiver } from './support/receiver.ts'
import { describeOwnRedis, startRedis } from './support/redis.ts'
import { createWorld, encryptionKey } from './support/world.ts'
import type { World } from './support/world.ts'

const queued = 2_000
const awayMs = 15_000
const endpoints = 10

describeOwnRedis('with Redis', () => {
  let world: World
  let receiver: Receiver
  let worker: Running | undefined
  let api: ApiProcess | undefined

  beforeEach(async () => {
    world = await createWorld()
    receiver = await startReceiver()
  })
  afterEach(async () => {
    await Promise.all([api?.kill('SIGKILL'), worker?.kill('SIGKILL')])
    api = worker = undefined
    await world.close()
    await receiver.close()
  })

  const left = async () => {
    const [row] = await world.db.rows({ count: int })`
      SELECT count(*)::int AS count FROM webhook_deliveries WHERE status <> 'delivered'`
    return row?.count ?? 0
  }

  it(`emptied while ${queued} jobs wait in it, every delivery is made, and each once`, async () => {
    const redis = await startRedis()
    for (let index = 0; index < endpoints; index++) await world.addEndpoint(`${receiver.url}/${index}`)
    const held: (() => void)[] = []
    receiver.answer = (response) => void held.push(() => response.end())
    // As if there were that many places, so that all of them get into the queue; the worker has few.
    const roomy = { perEndpoint: queued, mostPerEndpoint: queued, leaseMs: 60_000, timeoutMs: 15_000 }
    for (let made = 0; made < queued / endpoints; made += 100)
      await world.record(
        Array.from({ length: Math.min(100, queued / endpoints - made) }, (_, n) => `{"id":${made + n}}`),
      )
    const jobs = await world.claim(queued, { ...roomy, concurrency: 8 * queued })
    const backend = await world.openBackend('redis', redis.url)
    await backend.add(
      'wh-send',
      jobs.map((data) => ({ id: data.leaseId, data })),
    )
    await backend.markComplete()
    await backend.close()
    const settings = { ...roomy, concurrency: 20 }
    await world.start('redis', settings, { redisUrl: redis.url })
    await expect.poll(() => held.length).toBe(20)
    expect(await redis.client.llen(`${world.prefix}:wh-send:wait`)).toBe(queued - 20)
    await redis.client.flushall()
    receiver.answer = (response) => void response.end()
    held.forEach((answer) => answer())
    await expect.poll(left, { interval: 100 }).toBe(0)
    expect(receiver.requests).toHaveLength(queued)
  })

  it(`away for ${awayMs / 1000} s and empty when it is back, records are made all the time, and the same worker sends their events`, async () => {
    const redis = await startRedis()
    api = await startApi(world, { REDIS_URL: redis.url })
    const main = await spawnMain({
      DATABASE_URL: world.url,
      ENCRYPTION_KEY: encryptionKey,
      WEBHOOK_ALLOW_PRIVATE: 'true',
      REDIS_URL: redis.url,
    })
    worker = main
    const endpoint = { url: receiver.url, events: ['matter.created'] }
    await api.call<CreatedWebhookEndpoint>('POST', '/webhooks', endpoint)
    await api.call('POST', '/matters', { title: 'Before' })
    await expect.poll(left).toBe(0)

    await redis.kill()
    let created = 1
    // Every answer but a success throws here.
    for (const until = Date.now() + awayMs; Date.now() < until; created++) {
      await api.call('POST', '/matters', { title: `Meanwhile ${created}` })
      // Some all the time, not as many as there can be.
      await delay(20)
    }
    const sentBefore = receiver.requests.length
    await redis.start()
    const back = Date.now()
    await expect.poll(() => receiver.requests.length).toBeGreaterThan(sentBefore)
    const resumedMs = Date.now() - back
    await expect.poll(left, { interval: 50 }).toBe(0)
    console.info(
      `${created} created; first sent ${resumedMs} ms after Redis was back, ${receiver.requests.length} in all`,
    )
    expect(main.process.exitCode).toBeNull()
    expect(new Set(receiver.requests.map(({ json }) => json['event_id'])).size).toBe(created)
  })
})

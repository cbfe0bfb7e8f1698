import { setTimeout as delay } from 'node:timers/promises'
import type { CreatedWebhookEndpoint } from '@matterbase/sdk'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { startApi } from './support/api-process.ts'
import type { ApiProcess } from './support/api-process.ts'
import { defaults } from '../src/runtime/settings.ts'
import { spawnWorker } from './support/processes.ts'
import type { Running } from './support/processes.ts'
import { startReceiver } from './support/receiver.ts'
import type { Receiver } from './support/receiver.ts'
import { createWorld, encryptionKey, quick } from './support/world.ts'
import type { World } from './support/world.ts'

// Short here, at length with SOAK=1.
const isSoak = process.env['SOAK'] === '1'
const apiKills = isSoak ? 200 : 3
const writers = isSoak ? 50 : 10
const answersALife = isSoak ? 400 : 40
const events = isSoak ? 20_000 : 400
const workerKillsEveryMs = isSoak ? 3_000 : 300
const timeout = isSoak ? 1_800_000 : undefined

const sinceSeconds = (start: number) => Math.round((Date.now() - start) / 1_000)

let world: World
let receiver: Receiver
let api: ApiProcess | undefined
let worker: Running | undefined

beforeEach(async () => {
  world = await createWorld()
  receiver = await startReceiver()
})
afterEach(async () => {
  await Promise.all([api?.kill('SIGKILL'), worker?.kill('SIGKILL')])
  await world.close()
  await receiver.close()
})

it(
  `an API killed ${apiKills} times under load has exactly one event and one delivery for every record, and every record it answered for`,
  async () => {
    api = await startApi(world)
    const service = api
    await service.call<CreatedWebhookEndpoint>('POST', '/webhooks', { url: receiver.url, events: ['matter.created'] })
    const load = { isOver: false }
    const answered: number[] = []
    const from = Date.now()
    const loaded = Promise.all(
      Array.from({ length: writers }, async () => {
        while (!load.isOver)
          await service
            .call<{ data: { id: number } }>('POST', '/matters', { title: 'Hale v. Northgate' })
            .then(({ data }) => answered.push(data.id))
            // Whoever was cut off does not know; that is what the counts are for.
            .catch(() => delay(20))
      }),
    )
    let upMs = 0
    for (let kills = 0; kills < apiKills; kills++) {
      const [before, since] = [answered.length, Date.now()]
      await expect.poll(() => answered.length).toBeGreaterThan(before + answersALife / 2 + Math.random() * answersALife)
      upMs += Date.now() - since
      await service.kill('SIGKILL')
      await service.restart()
    }
    load.isOver = true
    await loaded

    const [counts] = await world.db.$queryRaw<[Record<string, number>]>`
      SELECT (SELECT count(*)::int FROM matters) AS records, (SELECT count(*)::int FROM events) AS events,
             (SELECT count(*)::int FROM webhook_deliveries) AS deliveries,
             (SELECT count(DISTINCT matter.id)::int FROM matters AS matter JOIN events AS event ON (event.data->>'id')::bigint = matter.id
              JOIN webhook_deliveries AS delivery ON delivery.event_id = event.id) AS together`
    const { records = 0 } = counts
    if (isSoak)
      console.info(
        `${records} records, ${answered.length} answered at ${Math.round(answered.length / (upMs / 1_000))}/s, ${apiKills} kills in ${sinceSeconds(from)} s`,
      )
    expect(counts).toEqual({ records, events: records, deliveries: records, together: records })
    const known = await world.db.$queryRaw<{ id: bigint }[]>`SELECT id FROM matters`
    const ids = new Set(known.map(({ id }) => Number(id)))
    expect(answered.filter((id) => !ids.has(id))).toEqual([])
    expect(records).toBeGreaterThan(apiKills * 20)
  },
  timeout,
)

it(
  `a worker killed every ${workerKillsEveryMs} ms delivers all of ${events} events; what comes twice has one event_id and was under way`,
  async () => {
    for (const path of ['/a', '/b', '/c', '/d']) await world.addEndpoint(receiver.url + path)
    receiver.answer = (response) => void setTimeout(() => response.end(), 10)
    // The leases of production, which no killed worker gives back.
    const settings = { ...quick, leaseMs: defaults.leaseMs }
    const orders = { url: world.url, key: encryptionKey, prefix: world.prefix, redisUrl: null, settings }
    const total = events - (events % 4)
    for (let made = 0; made < total / 4; made += 100)
      await world.record(Array.from({ length: Math.min(100, total / 4 - made) }, (_, n) => `{"id":${made + n}}`))
    const left = async () => {
      const [row] = await world.db.$queryRaw<[{ count: number }]>`
        SELECT count(*)::int AS count FROM webhook_deliveries WHERE status <> 'delivered'`
      return row.count
    }
    const from = Date.now()
    let kills = 0
    while ((await left()) > 0) {
      worker = await spawnWorker(orders)
      // In the short version there would be nothing left but what killed workers held: in the end one is left alone.
      if (!isSoak && kills === 3) break
      await delay(workerKillsEveryMs)
      await worker.kill('SIGKILL')
      kills++
    }
    await expect.poll(left).toBe(0)

    const seen = Map.groupBy(receiver.requests, ({ path, json }) => `${path} ${String(json['event_id'])}`)
    expect(seen.size).toBe(total)
    expect(new Set(receiver.requests.map(({ json }) => json['delivery_id'])).size).toBe(receiver.requests.length)
    const [{ duplicates }] = await world.db.$queryRaw<[{ duplicates: number }]>`
      SELECT count(*)::int AS duplicates FROM webhook_attempts WHERE outcome <> 'success'`
    const twice = receiver.requests.length - total
    if (isSoak) console.info(`${total} delivered, ${twice} of them twice, ${kills} kills in ${sinceSeconds(from)} s`)
    // What comes twice is what was under way: five at once to each endpoint.
    expect(twice).toBeLessThanOrEqual(duplicates)
    expect(duplicates).toBeLessThanOrEqual(kills * 4 * quick.perEndpoint)
    expect(kills).toBeGreaterThan(1)
  },
  timeout,
)

import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { migrate, startPostgres } from '@matterbase/db'
import { expect, it, onTestFinished } from 'vitest'
import type { CreatedWebhookEndpoint } from '@matterbase/sdk'
import { startApi } from './support/api-process.ts'
import { spawnWorker } from './support/processes.ts'
import { startReceiver } from './support/receiver.ts'
import { createWorld, encryptionKey, quick } from './support/world.ts'

/** A PostgreSQL of the test's own, durable as in production, which can be ended without a shutdown. */
async function startDatabase() {
  const dataDir = await mkdtemp(join(tmpdir(), 'matterbase-lost-'))
  await chmod(dataDir, 0o755)
  const server = await startPostgres({ dataDir, password: 'matterbase' })
  await migrate(server.url)
  return {
    url: server.url,
    async crash() {
      await server.stop({ hurry: true })
      await startPostgres({ dataDir, password: 'matterbase', port: server.port })
    },
    async close() {
      await server.stop({ hurry: true })
      for (const folder of [server.folder, dataDir]) await rm(folder, { recursive: true, force: true })
    },
  }
}

it('a PostgreSQL that crashes under load loses no record that was answered for and no event, and stops no program', async () => {
  const database = await startDatabase()
  const world = await createWorld(database)
  const receiver = await startReceiver()
  const api = await startApi(world)
  const { url, prefix } = world
  // What PostgreSQL began without the worker learning of it must not wait for these leases to lapse.
  const settings = { ...quick, leaseMs: 120_000, timeoutMs: 15_000 }
  const worker = await spawnWorker({ url, prefix, key: encryptionKey, redisUrl: null, settings })
  onTestFinished(async () => {
    await Promise.all([api.kill('SIGKILL'), worker.kill('SIGKILL')])
    await world.close()
    await receiver.close()
  })
  await api.call<CreatedWebhookEndpoint>('POST', '/webhooks', { url: receiver.url, events: ['matter.created'] })
  const load = { isOver: false }
  const answered: number[] = []
  const loaded = Promise.all(
    [1, 2, 3, 4].map(async () => {
      while (!load.isOver)
        await api
          .call<{ data: { id: number } }>('POST', '/matters', { title: 'Hale v. Northgate' })
          .then(({ data }) => answered.push(data.id))
          .catch(() => delay(100))
    }),
  )
  for (let crashes = 0; crashes < 2; crashes++) {
    const before = answered.length
    await expect.poll(() => answered.length).toBeGreaterThan(before + 20)
    await database.crash()
  }
  const before = answered.length
  await expect.poll(() => answered.length).toBeGreaterThan(before + 20)
  load.isOver = true
  await loaded

  const left = () => world.db.webhookDelivery.count({ where: { status: { not: 'delivered' } } })
  await expect.poll(left, { interval: 100 }).toBe(0)
  const matters = (await world.db.matter.findMany({ select: { id: true } })).map(({ id }) => Number(id))
  expect(answered.filter((id) => !matters.includes(id))).toEqual([])
  const sent = new Set(receiver.requests.map(({ json }) => (json['data'] as { id: number }).id))
  expect([...sent].toSorted((a, b) => a - b)).toEqual(matters.toSorted((a, b) => a - b))
  expect([api.isAlive(), worker.process.exitCode]).toEqual([true, null])
})

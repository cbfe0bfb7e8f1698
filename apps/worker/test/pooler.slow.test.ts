import { createDb, text, transaction } from '@matterbase/db'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApi } from './support/api-process.ts'
import { startPgbouncer, withPgbouncer } from './support/pgbouncer.ts'
import type { Pgbouncer } from './support/pgbouncer.ts'
import { spawnMain } from './support/processes.ts'
import { startReceiver } from './support/receiver.ts'
import { createWorld, encryptionKey } from './support/world.ts'
import type { World } from './support/world.ts'

const ignored = 'statement_timeout,idle_in_transaction_session_timeout,options'
const sentence = /1: DATABASE_URL is the address of a connection pooler.* set DATABASE_DIRECT_URL to /

describe.skipIf(!withPgbouncer)('behind a PgBouncer in transaction mode', () => {
  let world: World
  let strict: Pgbouncer
  let lenient: Pgbouncer

  beforeAll(async () => {
    world = await createWorld()
    strict = await startPgbouncer(world.url)
    lenient = await startPgbouncer(world.url, { ignore_startup_parameters: ignored })
  })
  afterAll(async () => {
    await world.close()
    await Promise.all([strict.close(), lenient.close()])
  })

  it('neither api nor worker starts without DATABASE_DIRECT_URL, and both say what to set', async () => {
    for (const { url } of [strict, lenient]) {
      const starting = startApi(world, { DATABASE_URL: url })
      await expect(starting).rejects.toThrow(sentence)
      await expect(spawnMain({ DATABASE_URL: url, ENCRYPTION_KEY: encryptionKey })).rejects.toThrow(sentence)
    }
    const direct = { DATABASE_URL: strict.url, DATABASE_DIRECT_URL: lenient.url, ENCRYPTION_KEY: encryptionKey }
    await expect(spawnMain(direct)).rejects.toThrow(sentence)
  })

  it('limits a transaction as on a connection of its own, and leaves nothing of it to who comes next', async () => {
    const db = createDb({ url: strict.url, isPooled: true, poolSize: 1 })
    const limit = (sql: Parameters<Parameters<typeof transaction>[1]>[0]) =>
      sql.rows({ limit: text })`SELECT current_setting('idle_in_transaction_session_timeout') AS limit`
    expect(await transaction(db, limit)).toEqual([{ limit: '20s' }])
    expect(await limit(db)).toEqual([{ limit: '0' }])
    await db.$disconnect()
  })

  it('several processes under load answer each request with its own data, and every event arrives', async () => {
    const receiver = await startReceiver()
    await world.addEndpoint(receiver.url)
    const behind = (url: string) =>
      startApi(world, { DATABASE_URL: url, DATABASE_DIRECT_URL: world.url, LOG_LEVEL: 'warn' })
    const apis = await Promise.all([behind(strict.url), behind(lenient.url)])
    const worker = await spawnMain({
      DATABASE_URL: strict.url,
      DATABASE_DIRECT_URL: world.url,
      ENCRYPTION_KEY: encryptionKey,
      WEBHOOK_ALLOW_PRIVATE: 'true',
    })
    const titles: string[] = []
    // Each in an order of its own, so that the processes come to prepare the same statements at different times.
    const writer = async (n: number) => {
      const api = apis[n % 2] ?? apis[0]
      for (let round = 0; round < 12; round++) {
        const title = `Matter ${n} ${round}`
        const { data } = await api.call<{ data: { id: number } }>('POST', '/matters', { title })
        titles.push(title)
        const reads = [
          api.call('GET', `/matters/${data.id}`),
          api.call('GET', `/matters?limit=1&sort=-id&ids=${data.id}`),
          api.call('PATCH', `/matters/${data.id}`, { description: title }),
          api.call('GET', `/clients?limit=${1 + ((n + round) % 7)}`),
          api.call('PUT', '/clients', { external_id: `${n}`, company_name: title }),
        ]
        const [one, list, changed, , client] = await Promise.all(
          (n + round) % 2 === 0 ? reads : reads.toReversed(),
        ).then((answers) => ((n + round) % 2 === 0 ? answers : answers.toReversed()))
        expect(one).toMatchObject({ data: { id: data.id, title } })
        expect(list).toMatchObject({ count: 1, data: [{ id: data.id, title }] })
        expect(changed).toMatchObject({ data: { id: data.id, title, description: title } })
        expect(client).toMatchObject({ data: { external_id: `${n}`, company_name: title } })
      }
    }
    await Promise.all(Array.from({ length: 8 }, (_, n) => writer(n)))
    const arrived = () => receiver.requests.map(({ json }) => (json['data'] as { title: string }).title)
    await expect.poll(() => arrived().toSorted()).toEqual(titles.toSorted())
    for (const api of apis) expect(api.output()).not.toContain('"err"')
    expect(await worker.kill('SIGTERM')).toMatchObject({ code: 0 })
    await Promise.all([...apis.map((api) => api.kill('SIGTERM')), receiver.close()])
  })
})

import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { createDb, int } from '../src/index.ts'
import { createTestDatabase } from '../src/testing/index.ts'

it('fails the statement, and nothing else, when a connection ends while it is looked at', async () => {
  const database = await createTestDatabase({ migrated: false })
  const url = new URL(database.url)
  const { hostname, port } = url
  let cuts = 0
  // PostgreSQL behind a line that breaks at the first query of a connection, twice.
  const line = createServer((near) => {
    const far = connect(Number(port), hostname)
    for (const end of [near, far]) end.on('error', () => undefined).on('close', () => (near.destroy(), far.destroy()))
    near.on('data', (data) => {
      if (data.includes('pg_settings') && cuts++ < 2) near.destroy()
      else far.write(data)
    })
    far.on('data', (data) => near.write(data))
  }).listen(0, '127.0.0.1')
  await once(line, 'listening')
  url.port = String((line.address() as AddressInfo).port)
  const db = createDb({ url: url.href })
  onTestFinished(async () => {
    await db.$disconnect()
    line.close()
    await database.close()
  })
  const ask = () => db.rows({ n: int })`SELECT 1 AS n`
  await expect(ask()).rejects.toThrow('Connection terminated')
  await expect(ask()).rejects.toThrow('Connection terminated')
  expect(await ask()).toEqual([{ n: 1 }])
  expect(db.pool.totalCount).toBe(1)
})

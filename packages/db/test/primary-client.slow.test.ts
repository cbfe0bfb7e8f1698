import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createDb, text } from '../src/index.ts'
import { migrate } from '../src/migrations/migrate.ts'
import { startScratchServer } from '../src/testing/scratch-server.ts'
import { createTestDatabase } from '../src/testing/index.ts'
import type { TestDatabase } from '../src/testing/index.ts'

// A server that can only be read from stands for a standby: a database of the same name elsewhere.
let primary: TestDatabase
let standby: Awaited<ReturnType<typeof startScratchServer>>

beforeAll(async () => {
  primary = await createTestDatabase()
  standby = await startScratchServer()
  await onStandby((name) => `CREATE DATABASE ${name}`)
  await setStandby('on')
})
afterAll(async () => {
  await primary.close()
  await standby.remove()
})

const nameOf = () => new URL(primary.url).pathname.slice(1)

async function onStandby(sql: (name: string) => string) {
  const db = createDb({ url: standby.url, poolSize: 1 })
  await db.pool.query(sql(nameOf()))
  await db.$disconnect()
}

const setStandby = (isReadOnly: 'on' | 'off') =>
  onStandby((name) => `ALTER DATABASE ${name} SET default_transaction_read_only = ${isReadOnly}`)

/** The address of servers in an order, all with the name and password of the first. */
function address(...servers: string[]): string {
  const [first = '', ...others] = servers
  const url = new URL(primary.url)
  url.host = new URL(first).host
  for (const other of others) url.searchParams.append('server', new URL(other).host)
  return url.href
}

async function portOf(url: string): Promise<string> {
  const db = createDb({ url, poolSize: 1 })
  try {
    const [row] = await db.rows({ port: text })`SELECT current_setting('port') AS port`
    return row?.port ?? ''
  } finally {
    await db.$disconnect()
  }
}

const nowhere = 'postgresql://127.0.0.1:1'

it('connects to the server that can be written to, wherever it stands in the list', async () => {
  const { port } = new URL(primary.url)
  expect(await portOf(address(standby.url, nowhere, primary.url))).toBe(port)
  expect(await portOf(address(primary.url, standby.url))).toBe(port)
  expect(await migrate(address(standby.url, primary.url))).toEqual([])
})

it('is held up by no server that does not answer', async () => {
  const silent = createServer(() => undefined).listen(0, '127.0.0.1')
  await expect.poll(() => silent.listening).toBe(true)
  const { port } = silent.address() as AddressInfo
  expect(await portOf(address(`postgresql://127.0.0.1:${port}`, primary.url))).toBe(new URL(primary.url).port)
  silent.close()
})

it('says why none of them will do, and follows when another can be written to', async () => {
  const url = address(standby.url, nowhere)
  await expect(portOf(url)).rejects.toThrow(`PostgreSQL at ${new URL(standby.url).host} can only be read from`)
  await setStandby('off')
  expect(await portOf(url)).toBe(new URL(standby.url).port)
})

import { randomBytes } from 'node:crypto'
import { Prisma, int, transaction } from '@matterbase/db'
import { findWorkspace } from '@matterbase/domain'
import { endKey } from '@matterbase/domain/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { authFailures } from '../src/http/access/auth-failures.ts'
import { memoryRateLimiter } from '../src/http/access/memory-rate-limit.ts'
import { ApiError } from '../src/http/errors/api-error.ts'
import { startApi } from './harness.ts'
import type { Api, Reply } from './harness.ts'

let api: Api
let addresses = 0

beforeAll(async () => {
  api = await startApi({ trustProxy: 1 })
})
afterAll(() => api.close())

/** An address that nobody has sent wrong keys from. */
const newAddress = () => `192.0.2.${++addresses}`
const me = (key: string, address: string, on = api) =>
  on.call('GET', '/me', { key, headers: { 'x-forwarded-for': address } })
/** What looks like a key and is none. */
const wrongKey = () => `mb_live_${randomBytes(32).toString('hex').slice(0, 43)}`

async function sendWrongKeys(address: () => string, count = 300): Promise<Reply[]> {
  const replies: Reply[] = []
  while (replies.length < count)
    replies.push(...(await Promise.all(Array.from({ length: 20 }, () => me(wrongKey(), address())))))
  return replies
}

it('does not ask the database for the keys of an address with too many wrong ones', async () => {
  const address = newAddress()
  const known = await api.key()
  expect((await me(known, address)).status).toBe(200)
  expect((await sendWrongKeys(() => address)).filter(({ status }) => status === 401)).toHaveLength(300)
  const answered: number[] = []
  const { asked } = await transaction(api.db, async (sql) => {
    await sql.run`LOCK TABLE api_keys IN ACCESS EXCLUSIVE MODE`
    const all = Array.from({ length: 60 }, async () => answered.push((await me(wrongKey(), address)).status))
    await expect.poll(() => answered.length).toBeGreaterThanOrEqual(10)
    return { asked: all }
  })
  await Promise.all(asked)
  expect(answered).toEqual(Array.from({ length: 60 }, () => 429))
})

it('lets keys that are right go on from such an address, those that are new here too', async () => {
  const address = newAddress()
  const known = await api.key()
  await me(known, address)
  await sendWrongKeys(() => address)
  const flood = sendWrongKeys(() => address, 100)
  for (let time = 0; time < 20; time++) expect((await me(known, address)).status).toBe(200)
  await flood
  const fresh = await api.key()
  await expect.poll(async () => (await me(fresh, address)).status).toBe(200)
})

it('refuses a key that worked from the moment it is revoked, in every process', async () => {
  const other = await startApi({ trustProxy: 1, database: api })
  const email = await api.account()
  const key = await api.key({ email })
  const { key: own } = (await me(key, newAddress())).body as unknown as { key: { id: number } }
  expect((await me(key, newAddress(), other)).status).toBe(200)
  await endKey(api.db, await findWorkspace(api.db, email, 'live'), own.id)
  for (const on of [api, other]) {
    const refused = await me(key, newAddress(), on)
    expect([refused.status, refused.body.code]).toEqual([401, 'invalid_key'])
  }
  await other.close()
})

it('counts a key that worked once and was revoked as a wrong one', async () => {
  const address = newAddress()
  const email = await api.account()
  const key = await api.key({ email })
  const { key: own } = (await me(key, address)).body as unknown as { key: { id: number } }
  await sendWrongKeys(() => address)
  await endKey(api.db, await findWorkspace(api.db, email, 'live'), own.id)
  expect((await me(key, address)).status).toBe(429)
})

it.each([
  [
    'sessions',
    'sessions',
    (token: string) => ['GET', '/dash/v1/session', { cookie: `${api.sessionCookie}=${token}` }] as const,
  ],
  ['test inboxes', 'test_inboxes', (token: string) => ['POST', `/inbox/${token}`, {}] as const],
])('does not look for the %s of an address with too many wrong ones', async (_name, table, request) => {
  const address = newAddress()
  const send = async () => {
    const [method, path, headers] = request(randomBytes(16).toString('hex'))
    return (await api.request(method, path, { headers: { ...headers, 'x-forwarded-for': address } })).status
  }
  let sent: number[] = []
  while (!sent.includes(429)) sent = await Promise.all(Array.from({ length: 20 }, send))
  const answered: number[] = []
  const { asked } = await transaction(api.db, async (sql) => {
    await sql.run`LOCK TABLE ${Prisma.raw(table)} IN ACCESS EXCLUSIVE MODE`
    const all = Array.from({ length: 40 }, async () => answered.push(await send()))
    await expect.poll(() => answered.length).toBeGreaterThanOrEqual(10)
    return { asked: all }
  })
  await Promise.all(asked)
  expect(answered.filter((status) => status === 429).length).toBeGreaterThanOrEqual(20)
})

it('counts IPv6 addresses by their network', async () => {
  let host = 0
  await sendWrongKeys(() => `2001:db8:1:2::${(++host).toString(16)}`)
  expect((await me('mb_live_wrong', '2001:db8:1:2:ffff::1')).status).toBe(429)
  expect((await me('mb_live_wrong', '2001:db8:1:3::1')).status).toBe(401)
})

it('lets the refusals of a flood wait, so that few connections cannot send many', async () => {
  const { guard } = authFailures(memoryRateLimiter(), 'key')
  const wrong = () => Promise.reject(new ApiError('invalid_key', 'This key is unknown'))
  const send = (address: string) =>
    guard({ address, keyHash: () => randomBytes(32) }, wrong).catch((error: unknown) => (error as ApiError).code)
  for (let time = 0; time < 300; time++) expect(await send('a')).toBe('invalid_key')
  const order: (string | ApiError)[] = []
  const refused = send('a').then((code) => order.push(code))
  const others = send('b').then((code) => order.push(code))
  await Promise.all([refused, others])
  expect(order).toEqual(['invalid_key', 'rate_limited'])
})

it('counts nothing while the database is away', async () => {
  const address = newAddress()
  const key = await api.key()
  const refusals = await transaction(api.db, async (sql) => {
    await sql.run`LOCK TABLE api_keys IN ACCESS EXCLUSIVE MODE`
    const asked = me(key, address)
    await expect
      .poll(async () => {
        const [row] = await api.db.rows({ count: int })`
          SELECT count(pg_terminate_backend(pid))::int AS count FROM pg_locks
          WHERE relation = 'api_keys'::regclass AND NOT granted`
        return row?.count
      })
      .toBe(1)
    return [await asked]
  })
  expect(refusals.map(({ status }) => status)).toEqual([503])
  expect((await me(key, address)).status).toBe(200)
})

import { randomBytes, randomUUID } from 'node:crypto'
import { connectRedis } from '@matterbase/jobs'
import { describeRedis, redisUrl } from '@matterbase/jobs/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { memoryRateLimiter } from '../src/http/access/memory-rate-limit.ts'
import { redisRateLimiter } from '../src/http/access/redis-rate-limit.ts'
import { setAccountLimits } from '@matterbase/domain'
import { signIn } from './dash-browser.ts'
import { startApi } from './harness.ts'
import type { Api, Reply } from './harness.ts'

const rate = ({ status, headers }: Reply) => [
  status,
  headers.get('x-ratelimit-limit'),
  headers.get('x-ratelimit-remaining'),
]

describe('in one process', () => {
  let api: Api
  let now = 0

  beforeAll(async () => {
    api = await startApi({ rateLimiter: memoryRateLimiter(() => now) })
  })
  afterAll(() => api.close())

  it('lets a free key make exactly 100 requests a minute, whatever they are answered', async () => {
    const key = await api.key({ tier: 'free', scopes: ['matters:read'] })
    now = 1_000_000
    expect(rate(await api.call('GET', '/me', { key }))).toEqual([200, '100', '99'])
    now += 10_000
    const paths = ['/matters/1', '/matters?limit=0', '/clients', '/me']
    const replies = await Promise.all(
      Array.from({ length: 120 }, (_, n) => api.call('GET', paths[n % 4] ?? '', { key })),
    )
    expect(replies.filter(({ status }) => status !== 429)).toHaveLength(99)
    const refused = replies.filter(({ status }) => status === 429)
    for (const reply of refused)
      expect([...rate(reply), reply.headers.get('retry-after'), reply.body.code]).toEqual([
        429,
        '100',
        '0',
        '50',
        'rate_limited',
      ])
    now += 50_000 - 1
    expect((await api.call('GET', '/me', { key })).status).toBe(429)
    now += 1
    expect(rate(await api.call('GET', '/me', { key }))).toEqual([200, '100', '99'])
  })

  it('says when the window ends', async () => {
    const key = await api.key({ tier: 'pro' })
    const before = Math.floor(Date.now() / 1000)
    const { headers } = await api.call('GET', '/me', { key })
    expect([headers.get('x-ratelimit-limit'), headers.get('x-ratelimit-remaining')]).toEqual(['1000', '999'])
    const reset = Number(headers.get('x-ratelimit-reset'))
    expect(reset).toBeGreaterThanOrEqual(before + 60)
    expect(reset).toBeLessThanOrEqual(Math.ceil(Date.now() / 1000) + 60)
  })

  it('counts nothing for enterprise, unknown routes, OPTIONS and requests without a key', async () => {
    const enterprise = await api.call('GET', '/me', { key: await api.key() })
    expect(rate(enterprise)).toEqual([200, null, null])
    const key = await api.key({ tier: 'free' })
    for (const [method, path] of [
      ['GET', '/nowhere'],
      ['OPTIONS', '/me'],
    ] as const)
      await api.call(method, path, { key })
    expect(rate(await api.call('GET', '/me', { key }))).toEqual([200, '100', '99'])
    expect(rate(await api.call('POST', '/me', { key, body: {} }))).toEqual([405, '100', '98'])
  })

  it('gives every key a count of its own', async () => {
    const email = await api.account()
    const [a, b] = [await api.key({ email, tier: 'free' }), await api.key({ email, tier: 'free' })]
    await api.call('GET', '/me', { key: a })
    expect(rate(await api.call('GET', '/me', { key: b }))).toEqual([200, '100', '99'])
  })
})

describe('an account', () => {
  let api: Api
  let now = 1_000_000
  const limiter = memoryRateLimiter(() => now)

  beforeAll(async () => {
    api = await startApi({ rateLimiter: limiter })
  })
  afterAll(() => api.close())

  const me = (key: string, headers = {}) => api.call('GET', '/me', { key, headers })

  /** So many requests, by these in turns; how many were not refused. */
  async function send(count: number, ...by: (() => Promise<{ status: number }>)[]) {
    const replies = await Promise.all(Array.from({ length: count }, async (_, n) => by[n % by.length]?.()))
    return replies.filter((reply) => reply?.status === 200).length
  }

  /** A free account that has so many requests left in this minute. */
  async function accountWith(left: number) {
    const owner = await signIn(api)
    const { owner_uuid: ownerUuid } = await api.db.account.findUniqueOrThrow({ where: { email: owner.email } })
    await setAccountLimits(api.db, owner.email, { maxTier: 'free' })
    for (let used = left; used < 1_000; used++) await limiter.count(`{${ownerUuid}}`, 1_000)
    const newKey = () => api.key({ email: owner.email, tier: 'free' })
    return { owner, keys: [await newKey(), await newKey(), await newKey()] as const }
  }

  it('has one budget for all its keys and members', async () => {
    const { owner, keys } = await accountWith(90)
    const [a, b, c] = keys
    const session = () => owner.call('GET', '/session')
    expect(
      await send(
        80,
        () => me(a),
        () => me(b),
        session,
        session,
      ),
    ).toBe(80)
    now += 20_000
    expect(
      await send(
        30,
        () => me(a),
        () => me(b),
        session,
      ),
    ).toBe(10)
    const refused = await me(c)
    expect([refused.status, refused.headers.get('retry-after'), refused.body.code]).toEqual([429, '40', 'rate_limited'])
    expect(refused.body.error).toContain(
      'More than 1,000 requests in a minute by all API keys and members of this account together',
    )
    const late = await session()
    expect([late.status, late.headers.get('retry-after')]).toEqual([429, '40'])
    expect((await owner.call('POST', '/live/matters/export')).status).toBe(429)
    expect((await me(await api.key({ tier: 'free' }))).status).toBe(200)
    now += 40_000
    // What the account refused did not count for the key.
    expect(rate(await me(c))).toEqual([200, '100', '99'])
    expect((await session()).status).toBe(200)
  })

  it('counts neither requests over the limit of their key nor responses with 304', async () => {
    const { keys } = await accountWith(200)
    const [busy, other, last] = keys
    expect(await send(150, () => me(busy))).toBe(100)
    const etag = (await me(other)).headers.get('etag') ?? ''
    for (let n = 0; n < 10; n++) expect((await me(other, { 'if-none-match': etag })).status).toBe(304)
    expect(
      await send(
        110,
        () => me(other),
        () => me(last),
      ),
    ).toBe(99)
  })

  it('lowers the keys beyond its highest tier, and does not limit those of enterprise', async () => {
    const email = await api.account()
    const key = await api.key({ email, tier: 'enterprise' })
    expect(rate(await me(key))).toEqual([200, null, null])
    await setAccountLimits(api.db, email, { maxTier: 'pro' })
    const lowered = await me(key)
    expect(rate(lowered)).toEqual([200, '1000', '999'])
    expect(lowered.body['key']).toMatchObject({ rate_tier: 'pro' })
    await expect(api.key({ email, tier: 'enterprise' })).rejects.toMatchObject({ code: 'validation_failed' })
    await setAccountLimits(api.db, email, { maxTier: 'enterprise' })
    expect(rate(await me(key))).toEqual([200, null, null])
  })
})

describe('wrong keys', () => {
  it('are slowed down by address, and right ones are not', async () => {
    const api = await startApi()
    const replies: Reply[] = []
    for (let n = 0; n < 31; n++)
      replies.push(
        ...(await Promise.all(Array.from({ length: 10 }, () => api.call('GET', '/me', { key: 'mb_live_wrong' })))),
      )
    expect(replies.filter(({ status }) => status === 401)).toHaveLength(300)
    expect(Number(replies.at(-1)?.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await api.call('GET', '/me', { key: await api.key() })).status).toBe(200)
    await api.close()
  })
})

describeRedis('in several processes', () => {
  // However busy the machine, as long as Redis answers at all.
  const patient = { patienceMs: 60_000 }

  it('shares one exact count through Redis', async () => {
    const redis = (await connectRedis({ url: redisUrl, onError: () => undefined })).open()
    const one = await startApi({ rateLimiter: redisRateLimiter(redis, patient) })
    const two = await startApi({ rateLimiter: redisRateLimiter(redis, patient), database: one })
    const key = await one.key({ tier: 'free' })
    const replies = await Promise.all(
      Array.from({ length: 150 }, (_, n) => (n % 2 ? one : two).call('GET', '/me', { key })),
    )
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(100)
    await two.close()
    await one.close()
    redis.disconnect()
  })

  it('counts a request in several windows or in none, exactly', async () => {
    const redis = (await connectRedis({ url: redisUrl, onError: () => undefined })).open()
    await expect.poll(() => redis.status).toBe('ready')
    const [one, two] = [redisRateLimiter(redis, patient), redisRateLimiter(redis, patient)]
    const account = `{${randomUUID()}}`
    const windows = (key: string) => [
      { id: account, limit: 25 },
      { id: `${account}/${key}`, limit: 10 },
    ]
    const count = (key: string, n: number) => (n % 2 ? one : two).countInAll(windows(key))
    for (const [key, allowed] of [
      ['a', 10],
      ['b', 10],
      ['c', 5],
    ] as const) {
      const counts = await Promise.all(Array.from({ length: 30 }, (_, n) => count(key, n)))
      expect(counts.filter((each) => each.every((window) => window.allowed))).toHaveLength(allowed)
    }
    const [ofAccount, ofKey] = await count('c', 0)
    expect([ofAccount, ofKey]).toMatchObject([
      { allowed: false, used: 25 },
      { allowed: true, used: 5 },
    ])
    expect(ofAccount?.msLeft).toBeGreaterThan(0)
    redis.disconnect()
  })

  it('shares one count of wrong keys through Redis, and lets keys that have worked go on in each', async () => {
    const redis = (await connectRedis({ url: redisUrl, onError: () => undefined })).open()
    const failureLimiter = () => redisRateLimiter(redis, { ...patient, store: 'failures' })
    const one = await startApi({ trustProxy: 1, failureLimiter: failureLimiter() })
    const two = await startApi({ trustProxy: 1, failureLimiter: failureLimiter(), database: one })
    const right = await one.key()
    await expect.poll(() => redis.status).toBe('ready')
    // Nobody else counts there, not even the run before.
    const headers = {
      'x-forwarded-for': `2001:db8:${randomBytes(4)
        .toString('hex')
        .replace(/(.{4})/, '$1:')}::1`,
    }
    const me = (api: Api, key: string) => api.call('GET', '/me', { key, headers })
    for (const api of [one, two]) expect((await me(api, right)).status).toBe(200)
    const replies: Reply[] = []
    while (replies.length < 320)
      replies.push(...(await Promise.all(Array.from({ length: 20 }, (_, n) => me(n % 2 ? one : two, 'mb_live_wrong')))))
    expect(replies.filter(({ status }) => status === 401)).toHaveLength(300)
    for (const api of [one, two]) {
      expect((await me(api, 'mb_live_wrong')).status).toBe(429)
      expect((await me(api, right)).status).toBe(200)
    }
    await two.close()
    await one.close()
    redis.disconnect()
  })

  it('reads a count of Redis without counting, and its own while Redis is away', async () => {
    const redis = (await connectRedis({ url: redisUrl, onError: () => undefined })).open()
    await expect.poll(() => redis.status).toBe('ready')
    const limiter = redisRateLimiter(redis, { ...patient, store: 'failures' })
    const id = randomUUID()
    expect(await limiter.peek(id)).toEqual({ used: 0, msLeft: 0 })
    for (const used of [1, 2]) {
      await limiter.count(id, 10)
      expect(await limiter.peek(id)).toEqual({ used, msLeft: expect.toSatisfy((ms) => ms > 0 && ms <= 60_000) })
    }
    redis.disconnect()
    expect((await limiter.count(id, 10)).used).toBe(1)
    expect((await limiter.peek(id)).used).toBe(1)
  })

  it('counts in the process while Redis is away', async () => {
    const redis = (await connectRedis({ url: redisUrl, onError: () => undefined })).open()
    const api = await startApi({ rateLimiter: redisRateLimiter(redis, patient) })
    const key = await api.key({ tier: 'free' })
    expect((await api.call('GET', '/me', { key })).status).toBe(200)
    redis.disconnect()
    const replies = await Promise.all(Array.from({ length: 110 }, () => api.call('GET', '/me', { key })))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(100)
    expect(replies.filter(({ status }) => status === 429)).toHaveLength(10)
    await api.close()
  })
})

import { randomBytes, randomUUID } from 'node:crypto'
import { connectRedis } from '@matterbase/jobs'
import { describeRedis, redisUrl } from '@matterbase/jobs/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { memoryRateLimiter } from '../src/http/access/memory-rate-limit.ts'
import { redisRateLimiter } from '../src/http/access/redis-rate-limit.ts'
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

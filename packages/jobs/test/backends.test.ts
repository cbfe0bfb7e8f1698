import { randomUUID } from 'node:crypto'
import { createTestDatabase } from '@matterbase/db/testing'
import { Redis } from 'ioredis'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openBackend, readRedisUrl } from '../src/index.ts'
import type { JobBackend, SendJob } from '../src/index.ts'
import { redisUrl, withRedis } from '../src/testing.ts'

describe.each(withRedis ? (['postgres', 'redis'] as const) : (['postgres'] as const))('the queues on %s', (name) => {
  const prefix = `{wh-test-${randomUUID()}}`
  const errors: Error[] = []
  let database: Awaited<ReturnType<typeof createTestDatabase>>
  let backend: JobBackend

  beforeAll(async () => {
    database = await createTestDatabase()
    const onError = (error: Error) => void errors.push(error)
    backend = await openBackend({
      databaseUrl: database.url,
      ...(name === 'redis' && { redisUrl }),
      prefix,
      onError,
    })
  })
  afterAll(async () => {
    await backend.close()
    await database.close()
    if (name === 'redis') await removeKeys(prefix)
  })

  const job = (data: Partial<SendJob> = {}) => ({
    id: randomUUID(),
    data: { workspaceId: 1, deliveryId: '7', leaseId: randomUUID(), ...data },
  })

  it('hand each job to one worker, once, and keep nothing of it', async () => {
    const jobs = Array.from({ length: 100 }, () => job())
    await backend.add('wh-send', jobs)
    const seen: string[] = []
    const workers = [1, 2].map(() =>
      backend.work('wh-send', async ({ leaseId }) => void seen.push(leaseId), { concurrency: 5 }),
    )
    await expect.poll(() => seen.toSorted()).toEqual(jobs.map(({ data }) => data.leaseId).toSorted())
    await Promise.all(workers.map((worker) => worker.close()))
    expect(errors).toEqual([])
  })

  it('report a job that fails or does not fit its schema, and do not run it again', async () => {
    let runs = 0
    const worker = backend.work('wh-send', async () => Promise.reject(new Error(`no ${++runs}`)), { concurrency: 1 })
    await backend.add('wh-send', [job(), job({ deliveryId: 'seven' })])
    await expect.poll(() => errors.length).toBe(2)
    expect(runs).toBe(1)
    await worker.close()
  })

  it('answer a ping', async () => {
    await expect(backend.ping()).resolves.toBeUndefined()
  })

  it('know whether jobs may have been lost', async () => {
    expect(await backend.hasLostJobs()).toBe(name === 'redis')
    await backend.markComplete()
    expect(await backend.hasLostJobs()).toBe(false)
    if (name === 'redis') {
      await removeKeys(prefix)
      expect(await backend.hasLostJobs()).toBe(true)
    }
  })
})

it('a Redis that is not there is refused with one sentence that names REDIS_URL and not its password', async () => {
  const opening = openBackend({
    databaseUrl: '',
    redisUrl: 'redis://user:geheim@127.0.0.1:1',
    onError: () => undefined,
  })
  await expect(opening).rejects.toThrow(
    /^REDIS_URL: Redis at 127\.0\.0\.1:1 cannot be used \(.*ECONNREFUSED.*\); start it/,
  )
  await expect(opening).rejects.not.toThrow('geheim')
})

describe('REDIS_URL', () => {
  it('names one server, with user, password, TLS and database', () => {
    expect(readRedisUrl('rediss://me:p%40ss@cache.example.com:6380/3')).toEqual({
      nodes: [{ host: 'cache.example.com', port: 6380 }],
      options: { username: 'me', password: 'p@ss', tls: {}, db: 3 },
    })
    expect(readRedisUrl('redis://[::1]')).toEqual({ nodes: [{ host: '::1', port: 6379 }], options: { db: 0 } })
  })
  it('names several nodes of a cluster', () => {
    expect(readRedisUrl('redis://:secret@a:7000, b:7001,redis://c').nodes).toEqual([
      { host: 'a', port: 7000 },
      { host: 'b', port: 7001 },
      { host: 'c', port: 6379 },
    ])
  })
  it('names Sentinels, and what they call the Redis that they watch over', () => {
    expect(
      readRedisUrl('rediss-sentinel://me:p%40ss@a,b:26380/2?sentinelUsername=watch&sentinelPassword=man#my%20books'),
    ).toEqual({
      nodes: [
        { host: 'a', port: 26_379 },
        { host: 'b', port: 26_380 },
      ],
      group: 'my books',
      options: {
        username: 'me',
        password: 'p@ss',
        tls: {},
        sentinelUsername: 'watch',
        sentinelPassword: 'man',
        db: 2,
      },
    })
    expect(() => readRedisUrl('redis-sentinel://me:geheim@a')).toThrow(
      'REDIS_URL must end with the name of the primary in the Sentinels, as in redis-sentinel://host:26379#mymaster.',
    )
  })
  it.each(['', 'localhost', 'http://localhost', 'redis://', 'redis://a/b', 'redis://a,::'])(
    '%s is refused by name',
    (url) => {
      expect(() => readRedisUrl(url)).toThrow('REDIS_URL')
    },
  )
})

async function removeKeys(prefix: string): Promise<void> {
  const client = new Redis(redisUrl)
  const keys = await client.keys(`${prefix}*`)
  if (keys.length > 0) await client.del(...keys)
  client.disconnect()
}

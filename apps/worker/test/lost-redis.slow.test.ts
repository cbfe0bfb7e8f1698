import { freePort } from '@matterbase/config/testing'
import { openBackend } from '@matterbase/jobs'
import { Redis } from 'ioredis'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { startReceiver } from './support/receiver.ts'
import type { Receiver } from './support/receiver.ts'
import { describeOwnRedis, startRedis, startSentinel } from './support/redis.ts'
import { createWorld } from './support/world.ts'
import type { World } from './support/world.ts'

// On Redis servers of their own, which can be emptied, killed and configured.
describeOwnRedis('a Redis', () => {
  let world: World
  let receiver: Receiver
  beforeAll(async () => {
    world = await createWorld()
  })
  afterAll(() => world.close())
  beforeEach(async () => {
    receiver = await startReceiver()
    await world.addEndpoint(receiver.url)
  })
  afterEach(async () => {
    await receiver.close()
    await world.empty()
  })

  const records = (count: number) => Array.from({ length: count }, (_, id) => `{"id":${id}}`)
  const statuses = () => world.statuses()

  it('that was emptied with the queue in it is noticed at once, long before the leases lapse', async () => {
    const redis = await startRedis()
    await world.record(records(5))
    const backend = await world.openBackend('redis', redis.url)
    await backend.markComplete()
    const jobs = await world.claim(5)
    await backend.add(
      'wh-send',
      jobs.map((data) => ({ id: data.leaseId, data })),
    )
    await redis.client.flushall()
    await backend.close()
    await world.start('redis', {}, { redisUrl: redis.url })
    await expect.poll(statuses).toEqual(new Set(['delivered']))
    expect(receiver.requests).toHaveLength(5)
  })

  it('that dies and comes back empty stops nothing for good: the same worker delivers everything', async () => {
    const redis = await startRedis()
    for (let index = 0; index < 4; index++) await world.addEndpoint(`${receiver.url}/${index}`)
    receiver.answer = (response) => void setTimeout(() => response.end(), 10)
    await world.start('redis', {}, { redisUrl: redis.url })
    await world.record(records(100))
    await expect.poll(() => receiver.requests.length).toBeGreaterThan(100)
    await redis.kill()
    await world.record(records(20))
    await redis.start()
    await expect.poll(statuses).toEqual(new Set(['delivered']))
    expect(new Set(receiver.requests.map(({ json, path }) => `${String(json['event_id'])}${path}`)).size).toBe(600)
  })

  it('that is a replica or a Sentinel is refused with a sentence that names the one to take', async () => {
    const primary = await startRedis()
    const [host, port] = new URL(primary.url).host.split(':')
    const replica = await startRedis('--replicaof', `${host} ${port}`)
    await expect(world.openBackend('redis', replica.url)).rejects.toThrow(
      `REDIS_URL: this Redis is a read-only replica; use its primary, ${host}:${port}.`,
    )
    await expect(world.openBackend('redis', `redis://${await startSentinel()}`)).rejects.toThrow(
      'REDIS_URL: this is a Sentinel, which keeps no queues; write redis-sentinel://host:26379#name',
    )
  })

  it('that dies is followed by the one that its Sentinels put in its place: the same worker delivers everything', async () => {
    const primary = await startRedis()
    const replica = await startRedis('--replicaof', `127.0.0.1 ${new URL(primary.url).port}`)
    const sentinel = await startSentinel(primary)
    await expect.poll(() => replica.client.info('replication')).toContain('master_link_status:up')
    await expect.poll(() => primary.client.info('replication')).toContain('state=online')
    const redisUrl = `redis-sentinel://127.0.0.1:1,${sentinel}/0#books`
    await expect(world.openBackend('redis', redisUrl.replace('#books', '#others'))).rejects.toThrow(
      `REDIS_URL: Redis others of the Sentinels at 127.0.0.1:1, ${sentinel} cannot be used (`,
    )
    await world.start('redis', {}, { redisUrl })
    await world.record(records(20))
    await expect.poll(statuses).toEqual(new Set(['delivered']))
    // A Sentinel finds a replica when it next asks the primary for them.
    const watcher = new Redis(`redis://${sentinel}`)
    await expect.poll(() => watcher.call('SENTINEL', 'REPLICAS', 'books')).toHaveLength(1)
    // Only now: on a busy machine a primary that was just started may be silent for that long.
    await watcher.call('SENTINEL', 'SET', 'books', 'down-after-milliseconds', '300')
    watcher.disconnect()
    await primary.kill()
    await world.record(records(20))
    await expect.poll(statuses).toEqual(new Set(['delivered']))
    expect(await replica.client.keys('*')).toContain(`${world.prefix}:epoch`)
    expect(await replica.client.info('replication')).toContain('role:master')
    expect(new Set(receiver.requests.map(({ json }) => json['event_id'])).size).toBe(40)
  })

  it('whose Sentinels answer, with one that is not the primary, is not said to have Sentinels that cannot be reached', async () => {
    const primary = await startRedis()
    const replica = await startRedis('--replicaof', `127.0.0.1 ${new URL(primary.url).port}`)
    const sentinel = await startSentinel(primary)
    const errors: string[] = []
    const backend = await openBackend({
      databaseUrl: world.url,
      redisUrl: `redis-sentinel://${sentinel}#books`,
      prefix: world.prefix,
      onError: ({ message }) => void errors.push(message),
    })
    // As in the middle of a failover.
    const watcher = new Redis(`redis://${sentinel}`)
    await watcher.call('SENTINEL', 'REMOVE', 'books')
    await watcher.call('SENTINEL', 'MONITOR', 'books', '127.0.0.1', new URL(replica.url).port, '1')
    watcher.disconnect()
    await primary.client.call('CLIENT', 'KILL', 'TYPE', 'normal')
    await expect
      .poll(() => errors)
      .toContain('The Sentinels name no primary yet, or a Redis that is not the primary. Asking again')
    expect(errors.join('\n')).not.toContain('unreachable')
    await backend.close()
  })

  it('that may evict jobs is refused with a sentence that says what to change', async () => {
    const redis = await startRedis('--maxmemory-policy', 'allkeys-lru')
    await expect(world.openBackend('redis', redis.url)).rejects.toThrow(
      'REDIS_URL: this Redis may evict queued jobs (maxmemory-policy is allkeys-lru); set',
    )
  })

  it('Cluster is recognised from one of its nodes', async () => {
    const redis = await startRedis(
      '--cluster-enabled',
      'yes',
      '--cluster-announce-ip',
      '127.0.0.1',
      // Otherwise 10,000 above the other, where something may listen.
      '--cluster-port',
      String(await freePort()),
      '--cluster-config-file',
      `nodes-${process.pid}.conf`,
    )
    await redis.client.call('CLUSTER', 'ADDSLOTSRANGE', '0', '16383')
    await expect.poll(() => redis.client.call('CLUSTER', 'INFO')).toContain('cluster_state:ok')
    await world.start('redis', {}, { redisUrl: redis.url })
    await world.record(records(50))
    await expect.poll(statuses).toEqual(new Set(['delivered']))
    expect(await redis.client.keys('*')).toContain(`${world.prefix}:epoch`)
  })
})

import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'
import { startOnSmallDisk, startPair } from './postgres.ts'
import { openRedisHouse, startCluster, startSentinels } from './redis.ts'
import type { Stage, StageOptions } from './stage.ts'

export interface Kind {
  readonly says: string
  readonly prepare: () => Promise<Prepared>
}

interface Prepared extends StageOptions {
  /** Does it; resolves when nothing more is done. */
  readonly strike: (stage: Stage) => Promise<void>
  readonly close: () => Promise<void>
}

async function withRedis() {
  const house = await openRedisHouse()
  const server = await house.addServer()
  return { server, env: { REDIS_URL: `redis://127.0.0.1:${server.port}` }, close: house.close }
}

export const kinds: Readonly<Record<string, Kind>> = {
  'api-killed': {
    says: 'one of two APIs is killed, and started again after 2 s',
    async prepare() {
      const { env, close } = await withRedis()
      return {
        env,
        close,
        async strike({ apis: [api] }) {
          await api?.program.kill('SIGKILL')
          await delay(2_000)
          await api?.start()
        },
      }
    },
  },
  'worker-killed': {
    says: 'one of two workers is killed',
    async prepare() {
      const { env, close } = await withRedis()
      return { env, strike: async ({ workers: [worker] }) => worker?.kill('SIGKILL'), close }
    },
  },
  'worker-stopped': {
    says: 'one of two workers hangs (SIGSTOP) for 10 s',
    async prepare() {
      const { env, close } = await withRedis()
      return {
        env,
        close,
        async strike({ workers: [worker] }) {
          worker?.signal('SIGSTOP')
          await delay(10_000)
          worker?.signal('SIGCONT')
        },
      }
    },
  },
  'redis-killed': {
    says: 'Redis is killed, and started again empty after 3 s',
    async prepare() {
      const { server, env, close } = await withRedis()
      return {
        env,
        close,
        async strike() {
          await server.kill()
          await delay(3_000)
          await server.start()
        },
      }
    },
  },
  sentinel: {
    says: 'the primary of three Redis is killed, Sentinels put another in its place',
    async prepare() {
      const { url, kill, close } = await startSentinels()
      return { env: { REDIS_URL: url }, strike: kill, close }
    },
  },
  'sentinel-change': {
    says: 'Sentinels are told to make another Redis the primary',
    async prepare() {
      const { url, change, close } = await startSentinels()
      return { env: { REDIS_URL: url }, strike: async () => void (await change()), close }
    },
  },
  cluster: {
    says: 'of a Redis Cluster of three and their replicas, the one with the queues is killed',
    async prepare() {
      const { url, kill, close } = await startCluster()
      return { env: { REDIS_URL: url }, strike: kill, close }
    },
  },
  'postgres-killed': {
    says: 'PostgreSQL is ended at once (immediate), and started again',
    async prepare() {
      const { env, close } = await withRedis()
      return { env, strike: ({ crash }) => crash(), close }
    },
  },
  locked: {
    says: 'somebody holds the matters for themselves for 10 s (ACCESS EXCLUSIVE)',
    async prepare() {
      const { env, close } = await withRedis()
      return {
        env,
        close,
        async strike({ url }) {
          const client = new Client({ connectionString: url })
          await client.connect()
          await client.query('BEGIN; LOCK TABLE matters IN ACCESS EXCLUSIVE MODE')
          await delay(10_000)
          await client.query('COMMIT')
          await client.end()
        },
      }
    },
  },
  'disk-full': {
    says: "the disk of PostgreSQL's is full for 8 s",
    async prepare() {
      const [{ env, close }, disk] = await Promise.all([withRedis(), startOnSmallDisk()])
      return {
        databaseUrl: disk.url,
        env,
        strike: () => disk.fill(8_000),
        async close() {
          await disk.close()
          await close()
        },
      }
    },
  },
  failover: {
    says: 'the primary PostgreSQL dies, its synchronous standby takes its place',
    async prepare() {
      const [{ env, close }, pair] = await Promise.all([withRedis(), startPair()])
      return {
        databaseUrl: pair.url,
        env: { ...env, DATABASE_URL: pair.given },
        strike: pair.failOver,
        async close() {
          await pair.close()
          await close()
        },
      }
    },
  },
}

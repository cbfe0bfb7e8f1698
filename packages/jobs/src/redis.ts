import { Cluster, Redis } from 'ioredis'
import type { RedisOptions } from 'ioredis'
import type { OnError } from './backend.ts'
import { readRedisUrl } from './redis-url.ts'
import type { RedisAddress } from './redis-url.ts'

export type RedisClient = Redis | Cluster

export interface RedisConnections {
  readonly version: string
  readonly isCluster: boolean
  /** For commands somebody waits for: they fail fast while Redis is away. See `whenReady`. */
  open(): RedisClient
  /** For a worker: commands wait until Redis is back. */
  openPatient(): RedisClient
}

export interface RedisConnectOptions {
  /** See `readRedisUrl`. A single node that says it is part of a cluster is treated as a cluster. */
  url: string
  onError: OnError
  /** How long Redis may take to answer the first time. Default 5000. */
  timeoutMs?: number
}

// Never longer than this between tries: the default of 20 s would leave a worker idle that long after an outage.
const retryStrategy = (tries: number) => Math.min(200 * tries, 2_000)

/**
 * Checks that Redis answers and keeps what it is given, and tells how to open connections to it.
 *
 * @throws Error with one sentence naming REDIS_URL when it is unusable.
 */
export async function connectRedis({
  url,
  onError,
  timeoutMs = 5_000,
}: RedisConnectOptions): Promise<RedisConnections> {
  const { nodes, options } = readRedisUrl(url)
  const [first] = nodes
  const info = await readInfo({ ...options, ...first }, timeoutMs)
  checkPolicy(info)
  const isCluster = nodes.length > 1 || info.get('cluster_enabled') === '1'
  // Of a cluster any node tells where the others are.
  if (!isCluster) checkRole(info)
  const connect = (more: RedisOptions): RedisClient => {
    const client = isCluster
      ? openCluster(nodes, options, more)
      : new Redis({ ...options, ...more, ...first, retryStrategy })
    return client.on('error', onError)
  }
  return {
    version: info.get('redis_version') ?? 'unknown',
    isCluster,
    open: () => connect({ maxRetriesPerRequest: 1, enableOfflineQueue: false, commandTimeout: 5_000 }),
    openPatient: () => connect({ maxRetriesPerRequest: null }),
  }
}

/**
 * Resolves when commands can be given over a new connection.
 *
 * @throws Error with one sentence naming REDIS_URL when that takes longer than `timeoutMs`; default 5000.
 */
export function whenReady(client: RedisClient, timeoutMs = 5_000): Promise<RedisClient> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      client.disconnect()
      reject(
        new Error(
          'REDIS_URL: Redis answers but does not become ready; look at the state of its cluster, or unset REDIS_URL to keep the queues in PostgreSQL.',
        ),
      )
    }, timeoutMs)
    client.once('ready', () => {
      clearTimeout(timer)
      resolve(client)
    })
  })
}

// A cluster has no numbered databases, and keeps commands for later by an option of its own.
function openCluster(nodes: RedisAddress['nodes'], { username, password, tls }: RedisOptions, more: RedisOptions) {
  const { enableOfflineQueue = true, ...rest } = more
  const auth = { ...(username ? { username } : {}), ...(password ? { password } : {}), ...(tls ? { tls } : {}) }
  return new Cluster(nodes, {
    redisOptions: { ...auth, ...rest },
    enableOfflineQueue,
    clusterRetryStrategy: retryStrategy,
  })
}

// INFO and not CONFIG GET, which managed Redis services refuse.
async function readInfo(options: RedisOptions, timeoutMs: number): Promise<Map<string, string>> {
  const probe = new Redis({
    ...options,
    lazyConnect: true,
    connectTimeout: timeoutMs,
    commandTimeout: timeoutMs,
    retryStrategy: () => null,
  })
  const failures: Error[] = []
  probe.on('error', (error: Error) => failures.push(error))
  try {
    await probe.connect()
    const text = await probe.info()
    return new Map(
      text.split('\r\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1)]),
    )
  } catch (error) {
    const reason = failures[0] ?? error
    throw new Error(
      `REDIS_URL: Redis at ${options.host}:${options.port} cannot be used (${reason instanceof Error ? reason.message : String(reason)}); start it, correct REDIS_URL, or unset it to keep the queues in PostgreSQL.`,
      { cause: error },
    )
  } finally {
    probe.disconnect()
  }
}

function checkRole(info: Map<string, string>): void {
  if (info.get('redis_mode') === 'sentinel')
    throw new Error('REDIS_URL: this is a Sentinel, which keeps no queues; name the Redis that it watches over.')
  if (info.get('role') === 'slave')
    throw new Error(
      `REDIS_URL: this Redis is a replica, which nothing can be written to; name its primary, ${info.get('master_host')}:${info.get('master_port')}.`,
    )
}

function checkPolicy(info: Map<string, string>): void {
  const policy = info.get('maxmemory_policy')
  if (policy !== undefined && policy !== 'noeviction')
    throw new Error(
      `REDIS_URL: this Redis may throw queued jobs away (maxmemory-policy is ${policy}); set maxmemory-policy to noeviction, or use another Redis.`,
    )
}

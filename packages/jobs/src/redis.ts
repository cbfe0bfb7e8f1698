import type { Cluster, ClusterOptions, Redis, RedisOptions } from 'ioredis'
import type { OnError } from './backend.ts'
import { readRedisUrl } from './redis-url.ts'
import type { RedisAddress } from './redis-url.ts'

export type RedisClient = Redis | Cluster

export interface RedisConnections {
  readonly version: string
  readonly topology: 'one node' | 'a cluster' | 'behind Sentinels'
  /** For commands with a waiting caller. They fail immediately while Redis is away. See `whenReady`. */
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
  const address = readRedisUrl(url)
  const { nodes, group } = address
  const info = await readInfo(address, timeoutMs)
  checkPolicy(info)
  const isCluster = group === undefined && (nodes.length > 1 || info.get('cluster_enabled') === '1')
  // Any node of a cluster lists the others.
  if (!isCluster) checkRole(info)
  const { Cluster, Redis } = await import('./ioredis.ts')
  const connect = (more: RedisOptions): RedisClient => {
    const client = isCluster
      ? new Cluster(nodes, ofCluster(address, more))
      : new Redis({ ...only(address), ...more, retryStrategy })
    return client.on('error', (error: Error) => onError(inWords(error)))
  }
  return {
    version: info.get('redis_version') ?? 'unknown',
    topology: isCluster ? 'a cluster' : group === undefined ? 'one node' : 'behind Sentinels',
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
          'REDIS_URL: Redis answers but does not become ready; check the state of its cluster, or unset REDIS_URL to keep the queues in PostgreSQL.',
        ),
      )
    }, timeoutMs)
    client.once('ready', () => {
      clearTimeout(timer)
      resolve(client)
    })
  })
}

/** ioredis says so too when all Sentinels answered, and whom they named has not become the primary yet. */
function inWords(error: Error): Error {
  const isUntrue = error.message.startsWith('All sentinels are unreachable.') && !error.message.includes('Last error')
  if (!isUntrue) return error
  return new Error('The Sentinels name no primary yet, or a Redis that is not the primary. Asking again')
}

/** How the one Redis that is written to is found. */
function only({ nodes, group, options }: RedisAddress): RedisOptions {
  if (group === undefined) return { ...options, ...nodes[0] }
  const { tls } = options
  return {
    ...options,
    sentinels: nodes,
    name: group,
    sentinelRetryStrategy: retryStrategy,
    ...(tls && { sentinelTLS: tls, enableTLSForSentinelMode: true }),
    // One that hangs, or became a replica, keeps its connections. A `failoverDetector` instead ends those for good that
    // are just being made. Nothing is waited for as long, not even a worker's next job.
    socketTimeout: 15_000,
    reconnectOnError: ({ message }) => message.startsWith('READONLY'),
  }
}

// A cluster has no numbered databases, and keeps commands for later by an option of its own.
function ofCluster({ options: { username, password, tls } }: RedisAddress, more: RedisOptions): ClusterOptions {
  const { enableOfflineQueue = true, ...rest } = more
  const auth = { ...(username ? { username } : {}), ...(password ? { password } : {}), ...(tls ? { tls } : {}) }
  return { redisOptions: { ...auth, ...rest }, enableOfflineQueue, clusterRetryStrategy: retryStrategy }
}

/** The reply of the first node that responds, or of the node that the Sentinels name. */
async function readInfo(address: RedisAddress, timeoutMs: number): Promise<Map<string, string>> {
  const { nodes, group, options } = address
  const ways =
    group === undefined
      ? nodes.map((node) => ({ ...options, ...node }))
      : [{ ...only(address), sentinelRetryStrategy: () => null }]
  const reasons: string[] = []
  for (const way of ways) {
    const failures: Error[] = []
    try {
      return await askInfo(way, { timeoutMs, onError: (error) => failures.push(error) })
    } catch (error) {
      const [reason = error] = failures
      reasons.push(reason instanceof Error ? reason.message : String(reason))
    }
  }
  const where = nodes.map(({ host, port }) => `${host}:${port}`).join(', ')
  const what = group === undefined ? `Redis at ${where}` : `Redis ${group} of the Sentinels at ${where}`
  throw new Error(
    `REDIS_URL: ${what} cannot be used (${reasons.join(', ')}); start it, correct REDIS_URL, or unset it to keep the queues in PostgreSQL.`,
  )
}

// INFO and not CONFIG GET, which managed Redis services refuse.
async function askInfo(
  options: RedisOptions,
  { timeoutMs, onError }: Required<Pick<RedisConnectOptions, 'timeoutMs' | 'onError'>>,
): Promise<Map<string, string>> {
  const { Redis } = await import('./ioredis.ts')
  const probe = new Redis({
    ...options,
    lazyConnect: true,
    connectTimeout: timeoutMs,
    commandTimeout: timeoutMs,
    sentinelCommandTimeout: timeoutMs,
    retryStrategy: () => null,
  })
  // An error reply of a Sentinel is not an error of the connection.
  for (const event of ['error', 'sentinelError'] as const) probe.on(event, onError)
  try {
    await probe.connect()
    const text = await probe.info()
    return new Map(
      text.split('\r\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1)]),
    )
  } finally {
    probe.disconnect()
  }
}

function checkRole(info: Map<string, string>): void {
  if (info.get('redis_mode') === 'sentinel')
    throw new Error(
      'REDIS_URL: this is a Sentinel, which keeps no queues; write redis-sentinel://host:26379#name, with the name of the primary that it monitors.',
    )
  if (info.get('role') === 'slave')
    throw new Error(
      `REDIS_URL: this Redis is a read-only replica; use its primary, ${info.get('master_host')}:${info.get('master_port')}.`,
    )
}

function checkPolicy(info: Map<string, string>): void {
  const policy = info.get('maxmemory_policy')
  if (policy !== undefined && policy !== 'noeviction')
    throw new Error(
      `REDIS_URL: this Redis may evict queued jobs (maxmemory-policy is ${policy}); set maxmemory-policy to noeviction, or use another Redis.`,
    )
}

import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort } from '@matterbase/config/testing'
import { run, startProgram } from './programs.ts'
import type { Program } from './programs.ts'

export interface RedisServer {
  readonly port: number
  start(): Promise<void>
  kill(): Promise<void>
}

/** Redis servers and Sentinels of Debian, in folders that go with them. */
export async function openRedisHouse() {
  const folder = await mkdtemp(join(tmpdir(), 'matterbase-faults-redis-'))
  const running = new Map<number, Program>()
  async function addServer(...more: string[]): Promise<RedisServer> {
    const port = await freePort()
    const own = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--dir', folder]
    const files = ['--cluster-config-file', `nodes-${port}.conf`, '--dbfilename', `${port}.rdb`]
    const options = { ready: 'eady to accept connections' }
    const server = {
      port,
      start: async () =>
        void running.set(port, await startProgram('redis-server', [...own, ...files, ...more], options)),
      kill: async () => running.get(port)?.kill('SIGKILL'),
    }
    await server.start()
    return server
  }
  async function addSentinel(primary: number): Promise<number> {
    const port = await freePort()
    const file = join(folder, `sentinel-${port}.conf`)
    const lines = [
      `port ${port}`,
      'bind 127.0.0.1',
      `dir ${folder}`,
      `sentinel monitor books 127.0.0.1 ${primary} 2`,
      'sentinel down-after-milliseconds books 1000',
      'sentinel failover-timeout books 5000',
    ]
    await writeFile(file, lines.join('\n'))
    running.set(port, await startProgram('redis-server', [file, '--sentinel'], { ready: '+monitor' }))
    return port
  }
  return {
    addServer,
    addSentinel,
    async close() {
      for (const program of running.values()) await program.kill('SIGKILL')
      await rm(folder, { recursive: true, force: true })
    },
  }
}

type RedisHouse = Awaited<ReturnType<typeof openRedisHouse>>

/** Several, of which one takes the place of another. */
export interface Failing {
  /** Their `REDIS_URL`. */
  readonly url: string
  /** The port of the one that has the queues, as the others tell. */
  primary(): Promise<number>
  kill(): Promise<unknown>
  /** An orderly change, as before work on a machine. */
  change(): Promise<unknown>
  close(): Promise<void>
}

/** What one answers to a command. @throws Error when there is none, or it refuses. */
export const askRedis = (port: number, ...command: string[]): Promise<string> =>
  run('redis-cli', ['-p', String(port), '-e', ...command])

/** One primary, two replicas, three Sentinels. */
export const startSentinels = () => inHouse(sentinelsIn)

async function sentinelsIn(house: RedisHouse): Promise<Failing> {
  const primary = await house.addServer()
  await Promise.all([1, 2].map(() => house.addServer('--replicaof', `127.0.0.1 ${primary.port}`)))
  const sentinels: number[] = []
  for (let index = 0; index < 3; index++) sentinels.push(await house.addSentinel(primary.port))
  const [first = 0] = sentinels
  // Until each knows of the others and of the replicas.
  for (const sentinel of sentinels)
    await until(async () => {
      await askRedis(sentinel, 'sentinel', 'ckquorum', 'books')
      const known = await askRedis(sentinel, 'sentinel', 'master', 'books')
      if (!/num-slaves\n2\nnum-other-sentinels\n2\n/.test(known)) throw new Error(`It knows of fewer: ${known}`)
    })
  return {
    url: `redis-sentinel://${sentinels.map((port) => `127.0.0.1:${port}`).join(',')}/0#books`,
    primary: async () => Number((await askRedis(first, 'sentinel', 'get-master-addr-by-name', 'books')).split('\n')[1]),
    kill: () => primary.kill(),
    change: () => askRedis(first, 'sentinel', 'failover', 'books'),
    close: house.close,
  }
}

/** Three primaries with a replica each. */
export const startCluster = () => inHouse(clusterIn)

async function clusterIn(house: RedisHouse): Promise<Failing> {
  const servers: RedisServer[] = []
  const options = ['--cluster-enabled', 'yes', '--cluster-node-timeout', '2000', '--appendonly', 'no']
  for (let index = 0; index < 6; index++)
    // By default the port of the others is its own plus 10,000, which something else may have.
    servers.push(await house.addServer(...options, '--cluster-port', String(await freePort())))
  const addresses = servers.map(({ port }) => `127.0.0.1:${port}`)
  await run('redis-cli', ['--cluster', 'create', ...addresses, '--cluster-replicas', '1', '--cluster-yes'])
  const [first = ''] = addresses
  await until(() => run('redis-cli', ['--cluster', 'check', first]))
  // Keys of the queues begin with {wh}.
  const slot = Number(await askRedis(servers[0]?.port ?? 0, 'cluster', 'keyslot', '{wh}'))
  const owned = servers[slot < 5_461 ? 0 : slot < 10_923 ? 1 : 2]
  // One that stays.
  const witness = servers.find((server) => server !== owned)
  const primary = async () => {
    const nodes = (await askRedis(witness?.port ?? 0, 'cluster', 'nodes')).split('\n')
    const owner = nodes.find((line) => line.includes('master') && !line.includes('fail') && holds(line, slot))
    if (!owner) throw new Error('Nobody has the slot of the queues')
    return Number(/:(\d+)@/.exec(owner)?.[1])
  }
  return {
    url: `redis://${addresses.slice(0, 3).join(',')}`,
    primary,
    kill: async () => owned?.kill(),
    change: async () => Promise.reject(new Error('Not for a cluster')),
    close: house.close,
  }
}

/** Whether a line of `cluster nodes` has this slot among those at its end. */
const holds = (line: string, slot: number) =>
  [...line.matchAll(/ (\d+)-(\d+)(?= |$)/g)].some(([, from, to]) => Number(from) <= slot && slot <= Number(to))

/** What was started before something failed is ended. */
async function inHouse<T>(make: (house: RedisHouse) => Promise<T>): Promise<T> {
  const house = await openRedisHouse()
  try {
    return await make(house)
  } catch (error) {
    await house.close()
    throw error
  }
}

async function until(work: () => Promise<unknown>): Promise<void> {
  for (let tries = 0; ; tries++)
    try {
      await work()
      return
    } catch (error) {
      if (tries === 100) throw error
      await delay(100)
    }
}

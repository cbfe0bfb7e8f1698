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

/** One primary, two replicas, three Sentinels. */
export async function startSentinels() {
  const house = await openRedisHouse()
  const primary = await house.addServer()
  const replicas = [1, 2].map(() => house.addServer('--replicaof', `127.0.0.1 ${primary.port}`))
  await Promise.all(replicas)
  const sentinels: number[] = []
  for (let index = 0; index < 3; index++) sentinels.push(await house.addSentinel(primary.port))
  // Until they know of one another and of the replicas.
  const [first = 0] = sentinels
  await until(() => run('redis-cli', ['-p', String(first), '-e', 'sentinel', 'ckquorum', 'books']))
  await delay(3_000)
  return {
    url: `redis-sentinel://${sentinels.map((port) => `127.0.0.1:${port}`).join(',')}/0#books`,
    kill: () => primary.kill(),
    /** An orderly change, as before work on a machine. */
    change: () => run('redis-cli', ['-p', String(first), '-e', 'sentinel', 'failover', 'books']),
    close: house.close,
  }
}

/** Three primaries with a replica each. */
export async function startCluster() {
  const house = await openRedisHouse()
  const servers: RedisServer[] = []
  const options = ['--cluster-enabled', 'yes', '--cluster-node-timeout', '2000', '--appendonly', 'no']
  for (let index = 0; index < 6; index++) servers.push(await house.addServer(...options))
  const addresses = servers.map(({ port }) => `127.0.0.1:${port}`)
  await run('redis-cli', ['--cluster', 'create', ...addresses, '--cluster-replicas', '1', '--cluster-yes'])
  const [first = ''] = addresses
  await until(() => run('redis-cli', ['--cluster', 'check', first]))
  return {
    url: `redis://${addresses.slice(0, 3).join(',')}`,
    /** The primary that has the queues, whose keys begin with {wh}. */
    async kill() {
      const slot = Number(await run('redis-cli', ['-p', first.split(':')[1] ?? '', 'cluster', 'keyslot', '{wh}']))
      const owner = servers[slot < 5_461 ? 0 : slot < 10_923 ? 1 : 2]
      await owner?.kill()
    },
    close: house.close,
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

import { spawn, spawnSync } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@matterbase/config/testing'
import { redisUrl, withRedis } from '@matterbase/jobs/testing'
import { Redis } from 'ioredis'
import { describe, onTestFinished } from 'vitest'

/** Both backends, for `describe.each`. */
export const backendNames = withRedis ? (['postgres', 'redis'] as const) : (['postgres'] as const)

const program = 'redis-server'
const hasServer = spawnSync(program, ['--version']).status === 0
if (!hasServer && !process.env['CI'])
  console.warn(`${program} is not installed: the tests that lose a Redis are skipped`)

/** For tests that start, empty and kill a Redis of their own. */
export const describeOwnRedis = hasServer || process.env['CI'] ? describe : describe.skip

/** Removes the keys of a test, if there is a Redis to have them: to look for one that is away takes long. */
export async function removeKeys(prefix: string): Promise<void> {
  if (!withRedis) return
  const client = new Redis(redisUrl)
  const keys = await client.keys(`${prefix}*`)
  if (keys.length > 0) await client.del(...keys)
  client.disconnect()
}

export interface OwnRedis {
  url: string
  client: Redis
  kill(): Promise<void>
  start(): Promise<void>
}

/** A Redis server of the test's own, without persistence, gone when the test is over. */
export async function startRedis(...options: string[]): Promise<OwnRedis> {
  const [port, dir] = [await freePort(), await mkdtemp(join(tmpdir(), 'matterbase-redis-'))]
  let server: ChildProcess
  const start = async () => {
    server = spawn(program, ['--port', String(port), '--save', '', '--appendonly', 'no', '--dir', dir, ...options], {
      stdio: 'ignore',
    })
    await once(server, 'spawn')
  }
  const kill = async () => {
    if (server.exitCode !== null || server.signalCode !== null) return
    const gone = once(server, 'exit')
    server.kill('SIGKILL')
    await gone
  }
  await start()
  const client = new Redis({ port, retryStrategy: () => 50, maxRetriesPerRequest: null })
  client.on('error', () => undefined)
  onTestFinished(async () => {
    client.disconnect()
    await kill()
    await rm(dir, { recursive: true })
  })
  await client.ping()
  return { url: `redis://127.0.0.1:${port}`, client, start, kill }
}

/** A Sentinel, gone when the test is over; answers its address. What it watches over it calls `books`. */
export async function startSentinel(watched?: OwnRedis): Promise<string> {
  const [port, dir] = [await freePort(), await mkdtemp(join(tmpdir(), 'matterbase-redis-'))]
  // It starts with a file of its own only.
  const file = join(dir, 'sentinel.conf')
  const watch = watched && [
    `sentinel monitor books 127.0.0.1 ${new URL(watched.url).port} 1`,
    'sentinel down-after-milliseconds books 150000',
    'sentinel failover-timeout books 3000',
  ]
  await writeFile(file, [`port ${port}`, `dir ${dir}`, ...(watch ?? [])].join('\n'))
  const server = spawn(program, [file, '--sentinel'], { stdio: 'ignore' })
  await once(server, 'spawn')
  const client = new Redis({ port, retryStrategy: () => 50, maxRetriesPerRequest: null })
  client.on('error', () => undefined)
  onTestFinished(async () => {
    client.disconnect()
    const gone = once(server, 'exit')
    server.kill('SIGKILL')
    await gone
    await rm(dir, { recursive: true })
  })
  await client.ping()
  return `127.0.0.1:${port}`
}

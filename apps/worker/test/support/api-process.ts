import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { freePort } from '@matterbase/config/testing'
import { createKey } from '@matterbase/domain/testing'
import type { Db } from '@matterbase/db'
import { vi } from 'vitest'
import { encryptionKey, ownerEmail } from './world.ts'

const main = fileURLToPath(new URL('../../../api/dist/main.js', import.meta.url))

export interface ApiProcess {
  readonly origin: string
  /** Everything it printed. */
  output(): string
  /** A request of the world's owner below the base path. @throws Error when it is no success. */
  call<T = unknown>(method: string, path: string, body?: object, headers?: Record<string, string>): Promise<T>
  isAlive(): boolean
  kill(signal: NodeJS.Signals): Promise<void>
  /** After a kill: the same port again. */
  restart(): Promise<void>
}

/** The API as a process of its own, over a world's database. */
export async function startApi(
  { db, url }: { db: Db; url: string },
  more: Record<string, string> = {},
): Promise<ApiProcess> {
  const { key } = await createKey(db, { email: ownerEmail, name: 'test', environment: 'live', tier: 'enterprise' })
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  let output = ''
  let child: ChildProcess

  const isAlive = () => child.exitCode === null && child.signalCode === null

  async function start() {
    const { PATH = '', NODE_COMPILE_CACHE = '', NODE_OPTIONS = '' } = process.env
    const env = {
      PATH,
      NODE_COMPILE_CACHE,
      NODE_OPTIONS,
      PORT: String(port),
      HOST: '127.0.0.1',
      DATABASE_URL: url,
      ENCRYPTION_KEY: encryptionKey,
      WEBHOOK_ALLOW_PRIVATE: 'true',
      ...more,
    }
    child = spawn(process.execPath, [main], { env, stdio: ['ignore', 'pipe', 'pipe'] })
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk: Buffer) => (output += chunk.toString()))
    const isUp = vi.waitFor(async () => (await fetch(`${origin}/readyz`)).text(), { timeout: 150_000, interval: 20 })
    await Promise.race([
      isUp,
      once(child, 'exit').then(([code]) => {
        throw new Error(`The API ended with ${String(code)}: ${output}`)
      }),
    ])
  }

  await start()
  return {
    origin,
    output: () => output,
    async call<T>(method: string, path: string, body?: object, headers: Record<string, string> = {}) {
      const response = await fetch(`${origin}/api/v1${path}`, {
        method,
        headers: { authorization: `Bearer ${key}`, ...(body && { 'content-type': 'application/json' }), ...headers },
        ...(body && { body: JSON.stringify(body) }),
      })
      if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
      return (await response.json()) as T
    },
    isAlive,
    async kill(signal) {
      if (!isAlive()) return
      const gone = once(child, 'exit')
      child.kill(signal)
      await gone
    },
    restart: start,
  }
}

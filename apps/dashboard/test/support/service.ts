import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { createTestDatabase } from '@matterbase/db/testing'
import type { TestProject } from 'vitest/node'
import { buildIfStale } from './build.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The one service of the run: where it is, and its database. */
    service: { origin: string; databaseUrl: string }
  }
}

/** The real api and worker, as processes of their own over one database, for all test files. */
export async function setup(project: TestProject): Promise<void> {
  await buildIfStale()
  const { matterbaseDatabase: server } = project.getProvidedContext()
  const database = await createTestDatabase({ server })
  const port = await freePort()
  const origin = `http://localhost:${port}`
  const env = {
    PATH: process.env['PATH'] ?? '',
    PORT: String(port),
    HOST: '127.0.0.1',
    PUBLIC_URL: origin,
    DATABASE_URL: database.url,
    ENCRYPTION_KEY: randomBytes(32).toString('base64'),
    WEBHOOK_ALLOW_PRIVATE: 'true',
  }
  const api = startProgram('api', env)
  const worker = startProgram('worker', env)
  end = async () => {
    await Promise.all([api.stop(), worker.stop()])
    await database.close()
  }
  project.provide('service', { origin, databaseUrl: database.url })
  await Promise.race([untilReady(origin), api.ended, worker.ended])
}

let end = () => Promise.resolve()

export const teardown = () => end()

function startProgram(name: 'api' | 'worker', env: Record<string, string>) {
  const main = fileURLToPath(new URL(`../../../${name}/src/main.ts`, import.meta.url))
  const child = spawn(process.execPath, [main], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  // Its log is of interest when something went wrong.
  child.stdout.on('data', (chunk: Buffer) => {
    for (const line of chunk.toString().split('\n'))
      if (line.includes('"level":50')) process.stderr.write(`${name}: ${line}\n`)
  })
  const exit = once(child, 'exit')
  const ended = exit.then(([code, signal]) => {
    throw new Error(`The ${name} ended while the tests ran (${String(signal ?? code)})`)
  })
  ended.catch(() => undefined)
  return {
    ended,
    async stop() {
      child.kill('SIGTERM')
      await exit
    },
  }
}

async function untilReady(origin: string): Promise<void> {
  for (const deadline = Date.now() + 60_000; Date.now() < deadline;) {
    const answer = await fetch(`${origin}/readyz`).catch(() => undefined)
    if (answer?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 30))
  }
  throw new Error('The api was not ready within a minute')
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

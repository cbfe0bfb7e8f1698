import { spawn } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'

import { createAccount, createKey, type Environment } from '@matterbase/db'
import { createTestDatabase } from '@matterbase/db/testing'
import { vi } from 'vitest'

import { Matterbase, type MatterbaseOptions } from '../../src/index.ts'

const main = fileURLToPath(new URL('../../../../apps/api/src/main.ts', import.meta.url))

export interface KeyOptions {
  email?: string
  environment?: Environment
  tier?: 'free' | 'pro' | 'enterprise'
  scopes?: string[]
}

/** The real service as a process of its own, over a database of its own. */
export async function startService() {
  const { db, url, close } = await createTestDatabase()
  const port = await freePort()
  const env = {
    ...process.env,
    PORT: String(port),
    HOST: '127.0.0.1',
    DATABASE_URL: url,
    REDIS_URL: '',
    ENCRYPTION_KEY: randomBytes(32).toString('base64'),
    WEBHOOK_ALLOW_PRIVATE: 'true',
  }
  const child = spawn(process.execPath, [main], { env, stdio: ['ignore', 'ignore', 'inherit'] })
  const origin = `http://127.0.0.1:${port}`
  const exited = once(child, 'exit')
  await vi.waitFor(async () => (await fetch(`${origin}/readyz`)).text(), { timeout: 20_000, interval: 50 })

  const account = async () => {
    const email = `${randomUUID()}@example.com`
    await createAccount(db, { email, password: 'correct horse battery', name: 'Test' })
    return email
  }
  return {
    db,
    account,
    /** A client of a workspace; of a new account, unless `email` names one. */
    async client(
      { email, environment = 'live', tier = 'enterprise', scopes }: KeyOptions = {},
      options: MatterbaseOptions = {},
    ) {
      const owner = email ?? (await account())
      const wanted = { email: owner, name: 'contract', environment, tier, ...(scopes && { scopes }) }
      const { key } = await createKey(db, wanted)
      return new Matterbase({ apiKey: key, baseUrl: `${origin}/api/v1`, ...options })
    },
    async stop() {
      child.kill()
      await exited
      await close()
    },
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

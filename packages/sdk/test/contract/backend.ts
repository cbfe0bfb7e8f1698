import { spawn } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

import {
  createAccount,
  createInvoice,
  createKey,
  type Environment,
  findWorkspace,
  type NewInvoice,
} from '@matterbase/db'
import { createTestDatabase } from '@matterbase/db/testing'
import { vi } from 'vitest'

import { freePort } from './free-port.ts'
import { startOddService } from './odd-service.ts'

const main = fileURLToPath(new URL('../../../../apps/api/src/main.ts', import.meta.url))

export interface KeyOptions {
  email: string
  environment?: Environment
  tier?: 'free' | 'pro' | 'enterprise'
  scopes?: string[]
}

/** What the contract tests need of the world: the service, and what only its operator can do. */
export interface Backend {
  /** Of the service, with /api/v1. */
  readonly baseUrl: string
  /** Of a service that misbehaves; see `startOddService`. */
  readonly oddUrl: string
  /** Makes an account and gives its email. */
  account(): Promise<string>
  key(options: KeyOptions): Promise<string>
  /** An invoice in the account's live workspace. */
  invoice(email: string, invoice: NewInvoice): Promise<void>
  stop(): Promise<void>
}

/** The real service as a process of its own, over a database of its own. */
export async function startBackend(): Promise<Backend> {
  const { db, url, close } = await createTestDatabase()
  const port = await freePort()
  const odd = await startOddService()
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

  return {
    baseUrl: `${origin}/api/v1`,
    oddUrl: odd.url,
    async account() {
      const email = `${randomUUID()}@example.com`
      await createAccount(db, { email, password: 'correct horse battery', name: 'Test' })
      return email
    },
    async key({ email, environment = 'live', tier = 'enterprise', scopes }) {
      const { key } = await createKey(db, { email, name: 'contract', environment, tier, ...(scopes && { scopes }) })
      return key
    },
    async invoice(email, invoice) {
      await createInvoice(db, await findWorkspace(db, email, 'live'), invoice)
    },
    async stop() {
      odd.stop()
      child.kill()
      await exited
      await close()
    },
  }
}

import { spawn } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'

import { type Environment } from '@matterbase/db'
import { findWorkspace, type NewInvoice } from '@matterbase/domain'
import { addAccount, createInvoice, createKey } from '@matterbase/domain/testing'
import { createTestDatabase } from '@matterbase/db/testing'

import { startOddService } from './odd-service.ts'

const main = fileURLToPath(new URL('../../../../apps/api/dist/main.js', import.meta.url))

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
}

interface RunningBackend extends Backend {
  stop(): Promise<void>
}

/** The port that the service logs as soon as it listens. */
async function portOf(log: Readable): Promise<number> {
  for await (const line of createInterface(log)) {
    const { msg, port } = JSON.parse(line) as { msg?: string; port?: number }
    if (msg !== 'listening' || !port) continue
    log.resume()
    return port
  }
  throw new Error('The service has ended before it listened')
}

/** The real service as a process of its own, over a database of its own on `server`. */
export async function startBackend(server: string): Promise<RunningBackend> {
  const { db, url, close } = await createTestDatabase({ server })
  const odd = await startOddService()
  const env = {
    ...process.env,
    PORT: '0',
    HOST: '127.0.0.1',
    DATABASE_URL: url,
    REDIS_URL: '',
    ENCRYPTION_KEY: randomBytes(32).toString('base64'),
    WEBHOOK_ALLOW_PRIVATE: 'true',
  }
  const child = spawn(process.execPath, [main], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const exited = once(child, 'exit')
  const origin = `http://127.0.0.1:${await portOf(child.stdout)}`

  return {
    baseUrl: `${origin}/api/v1`,
    oddUrl: odd.url,
    async account() {
      const email = `${randomUUID()}@example.com`
      await addAccount(db, { email, name: 'Test' })
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

import { randomBytes } from 'node:crypto'
import { createTestDatabase } from '@matterbase/db/testing'
import type { TestProject } from 'vitest/node'
import { buildIfStale } from './build.ts'
import { freePort } from '@matterbase/config/testing'
import { startProgram, untilReady } from './program.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The one service of the run: where it is, its database, and its encryption key. */
    service: { origin: string; databaseUrl: string; encryptionKey: string }
  }
}

/** The environment of an api and a worker that are reached at `origin`. */
export function environmentOf(origin: string, databaseUrl: string) {
  return {
    PATH: process.env['PATH'] ?? '',
    PORT: new URL(origin).port,
    HOST: '127.0.0.1',
    PUBLIC_URL: origin,
    DATABASE_URL: databaseUrl,
    ENCRYPTION_KEY: randomBytes(32).toString('base64'),
    WEBHOOK_ALLOW_PRIVATE: 'true',
    // Nothing listens there: what is sent waits.
    SMTP_URL: 'smtp://127.0.0.1:9',
    MAIL_FROM: 'invoices@matterbase.example',
  }
}

/** The real api and worker, as processes of their own over one database, for all test files. */
export async function setup(project: TestProject): Promise<void> {
  await buildIfStale()
  const { matterbaseDatabase: server } = project.getProvidedContext()
  const database = await createTestDatabase({ server })
  const origin = `http://localhost:${await freePort()}`
  const env = environmentOf(origin, database.url)
  const api = startProgram('api', env)
  const worker = startProgram('worker', env)
  end = async () => {
    await Promise.all([api.stop(), worker.stop()])
    await database.close()
  }
  project.provide('service', { origin, databaseUrl: database.url, encryptionKey: env.ENCRYPTION_KEY })
  await Promise.race([untilReady(origin), api.ended, worker.ended])
}

let end = () => Promise.resolve()

export const teardown = () => end()

import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { freePort } from '@matterbase/config/testing'
import { createTestDatabase } from '@matterbase/db/testing'
import { addAccount, createKey } from '@matterbase/domain/testing'
import type { Scope } from '@matterbase/schemas'
import { vi } from 'vitest'

const main = fileURLToPath(new URL('../../api/dist/main.js', import.meta.url))

/** The real API as a process of its own, over a database of its own. */
export async function startApi() {
  const database = await createTestDatabase()
  const port = await freePort()
  const { PATH = '', NODE_COMPILE_CACHE = '', NODE_OPTIONS = '' } = process.env
  const child = spawn(process.execPath, [main], {
    env: {
      PATH,
      NODE_COMPILE_CACHE,
      NODE_OPTIONS,
      PORT: String(port),
      HOST: '127.0.0.1',
      DATABASE_URL: database.url,
      ENCRYPTION_KEY: randomBytes(32).toString('base64'),
      LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const origin = `http://127.0.0.1:${port}`
  await vi.waitFor(async () => (await fetch(`${origin}/readyz`)).text(), { timeout: 150_000, interval: 50 })
  const email = 'ada@example.com'
  await addAccount(database.db, { email, name: 'Ada' })
  return {
    baseUrl: `${origin}/api/v1`,
    /** A key of the test workspace. */
    key: async (scopes?: readonly Scope[]) => {
      const options = {
        email,
        name: 'mcp',
        environment: 'test',
        tier: 'enterprise',
        ...(scopes && { scopes }),
      } as const
      return (await createKey(database.db, options)).key
    },
    revokeAll: () => database.db.run`UPDATE api_keys SET revoked_at = now()`,
    async close() {
      child.kill('SIGKILL')
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
      await database.close()
    },
  }
}

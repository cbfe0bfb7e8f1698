import { fileURLToPath } from 'node:url'
import { freePort } from '@matterbase/config/testing'
import { createKey, findWorkspaceOf, systemActor, write } from '@matterbase/domain'
import type { Db } from '@matterbase/db'
import { startReceiver } from '../webhooks/children.ts'
import { setUpStage } from '../webhooks/stage.ts'
import { startProgram } from './programs.ts'
import type { Program } from './programs.ts'

/** A running product that something is done to. */
export interface Stage {
  /** Of the database, whose connections are `db`. */
  readonly url: string
  readonly db: Db
  readonly apis: readonly Api[]
  readonly workers: readonly Program[]
  /** The titles of the records whose events came, as often as they came, with when; since it was last asked. */
  received(): Promise<{ title: string; at: number }[]>
  /** A key of the account that everything belongs to. */
  createKey(tier: 'free' | 'enterprise'): Promise<string>
  /** Resolves when no event waits or is under way. */
  settled(): Promise<void>
  /** Ends the embedded PostgreSQL as if it had crashed, and starts it again. */
  crash(): Promise<void>
  close(): Promise<void>
}

interface Api {
  readonly baseUrl: string
  program: Program
  start(): Promise<void>
}

export interface StageOptions {
  /** A PostgreSQL of the fault's own; default: an embedded one. */
  readonly databaseUrl?: string | undefined
  /** For the environment of all programs. */
  readonly env: Readonly<Record<string, string>>
}

const main = (app: string) => fileURLToPath(new URL(`../../apps/${app}/dist/main.js`, import.meta.url))

/** Two APIs and two workers over one database, as they are started in production, and a receiver of all that is made. */
export async function openStage({ databaseUrl, env: more }: StageOptions): Promise<Stage> {
  const receiver = await startReceiver('titles')
  const stage = await setUpStage([receiver.origin], databaseUrl)
  const { db, encryptionKey } = stage
  const actor = systemActor(await findWorkspaceOf(db, 'bench-0@example.com', 'live'))
  const { PATH = '' } = process.env
  const env = { PATH, DATABASE_URL: stage.url, ENCRYPTION_KEY: encryptionKey, WEBHOOK_ALLOW_PRIVATE: 'true', ...more }
  const startApi = async (): Promise<Api> => {
    const port = String(await freePort())
    const launch = () =>
      startProgram(process.execPath, [main('api')], {
        env: { ...env, PORT: port, HOST: '127.0.0.1' },
        ready: 'listening',
      })
    const api = {
      baseUrl: `http://127.0.0.1:${port}/api/v1`,
      program: await launch(),
      async start() {
        api.program = await launch()
      },
    }
    return api
  }
  const startWorker = () => startProgram(process.execPath, [main('worker')], { env, ready: 'the worker is running' })
  const apis = await Promise.all([startApi(), startApi()])
  const workers = await Promise.all([startWorker(), startWorker()])
  return {
    url: stage.url,
    db,
    apis,
    workers,
    received: () => receiver.take(),
    async createKey(tier) {
      const { key } = await write(db, actor.workspaceId, (tx) => createKey(tx, actor, { name: 'faults', tier }))
      return key
    },
    settled: stage.settled,
    crash: stage.crash,
    async close() {
      for (const program of [...apis.map((api) => api.program), ...workers]) {
        program.signal('SIGCONT')
        await program.kill('SIGTERM')
      }
      receiver.stop()
      await stage.close()
    },
  }
}

import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseEnv } from 'node:util'
import { freePort } from '@matterbase/config/testing'
import { createDb, findPostgres, readSecrets } from '@matterbase/db'
import { createAccount, createKey as makeKey, findWorkspaceOf, systemActor, write } from '@matterbase/domain'

const program = fileURLToPath(new URL('../apps/cli/bin/matterbase.js', import.meta.url))

type Tier = 'free' | 'pro' | 'enterprise'

export interface Product {
  dataDir: string
  /** Of `matterbase start`. */
  pid: number
  /** The base path of the API. */
  baseUrl: string
  /** Of the demo account, whose key `call` uses. */
  email: string
  password: string
  /** A key without limits, or of another tier. */
  createKey(email: string, environment?: 'live' | 'test', tier?: Tier): Promise<string>
  createAccount(email: string): Promise<void>
  /** A request below the base path. @throws Error when it is no success. */
  call<T = unknown>(method: string, path: string, body?: object): Promise<T>
  /** The process ids of api and worker. */
  processes(): Promise<Record<'api' | 'worker', number>>
  stop(): Promise<void>
}

/**
 * `matterbase start` in a new data folder, with the embedded PostgreSQL and nothing else, and a key without limits.
 * @param more for the environment of its processes.
 */
export async function startProduct(more: Record<string, string> = {}): Promise<Product> {
  const dataDir = await mkdtemp(join(tmpdir(), 'matterbase-bench-'))
  // PostgreSQL, which does not run as root, has to enter it: else its folder lies elsewhere, and stays.
  await chmod(dataDir, 0o755)
  const { PATH = '' } = process.env
  const env = { PATH, DATA_DIR: dataDir, PORT: String(await freePort()) }
  const child = spawn(process.execPath, [program, 'start'], {
    env: { ...env, ...more },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => chunk.includes('Matterbase is running') && resolve())
    child.once('exit', (code) => reject(new Error(`matterbase start ended with ${code}`)))
  })
  const demo = parseEnv(await readFile(join(dataDir, 'demo.env'), 'utf8'))
  const [email, baseUrl] = [demo['MATTERBASE_DEMO_EMAIL'] ?? '', demo['MATTERBASE_BASE_URL'] ?? '']
  // As the command line does it, without a process for each.
  const { databasePassword = '' } = (await readSecrets(dataDir)) ?? {}
  const db = createDb({ url: (await findPostgres(dataDir, databasePassword)) ?? '', poolSize: 1 })
  const createKey = async (account: string, environment: 'live' | 'test' = 'live', tier: Tier = 'enterprise') => {
    const actor = systemActor(await findWorkspaceOf(db, account, environment))
    const { key } = await write(db, actor.workspaceId, (tx) => makeKey(tx, actor, { name: 'bench', tier }))
    return key
  }
  const key = await createKey(email)
  return {
    dataDir,
    pid: child.pid ?? 0,
    baseUrl,
    email,
    password: demo['MATTERBASE_DEMO_PASSWORD'] ?? '',
    createKey,
    async createAccount(account) {
      await createAccount(db, { email: account, password: randomBytes(16).toString('hex') })
    },
    async call<T>(method: string, path: string, body?: object) {
      const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
      const response = await fetch(baseUrl + path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
      const text = await response.text()
      if (!response.ok) throw new Error(`${response.status} ${text}`)
      return JSON.parse(text) as T
    },
    processes: () => childrenOf(child.pid ?? 0),
    async stop() {
      await db.$disconnect()
      child.kill()
      await once(child, 'exit')
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

async function childrenOf(parent: number): Promise<Record<'api' | 'worker', number>> {
  const found = { api: 0, worker: 0 }
  for (const name of (await readdir('/proc')).filter((entry) => /^\d+$/.test(entry))) {
    const status = await readFile(`/proc/${name}/status`, 'utf8').catch(() => '')
    if (Number(/^PPid:\s*(\d+)/m.exec(status)?.[1]) !== parent) continue
    const command = await readFile(`/proc/${name}/cmdline`, 'utf8').catch(() => '')
    const app = /apps\/(api|worker)\//.exec(command)?.[1] as 'api' | 'worker' | undefined
    if (app) found[app] = Number(name)
  }
  return found
}

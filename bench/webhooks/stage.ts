import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  bigint,
  bool,
  createDb,
  createSealer,
  endpointSecretContext,
  guardPostgres,
  migrate,
  startPostgres,
} from '@matterbase/db'
import { createAccount, findWorkspace, recordEvents, write } from '@matterbase/domain'
import type { Db } from '@matterbase/db'

export interface Stage {
  /** Of the PostgreSQL server. */
  pid: number
  db: Db
  url: string
  encryptionKey: string
  /** Records events, divided among the endpoints. */
  record(count: number): Promise<void>
  /** Resolves when nothing waits or is under way. */
  settled(): Promise<void>
  /** Ends PostgreSQL as if it had crashed, and starts it again. */
  crash(): Promise<void>
  close(): Promise<void>
}

/** What one matter looks like in an event. */
export const matter = (n: number) =>
  JSON.stringify({
    id: n,
    title: `Matter ${n}`,
    description: 'The client asks for a review of the lease and of the letters exchanged since. '.repeat(5),
    case_category: 'Real estate',
    service_type: 'Review',
    status: 'In Progress',
    official_case_number: `2026/${n}`,
    case_type: null,
    client_id: null,
    estimated_hours: 12.5,
    estimated_budget_min: 1000,
    estimated_budget_max: 4000.5,
    start_date: '2026-01-02',
    end_date: null,
    external_id: `crm-${n}`,
    created_at: '2026-01-02T03:04:05.678Z',
    updated_at: '2026-01-02T03:04:05.678Z',
  })

/**
 * One account with one endpoint for each URL.
 *
 * @param given an empty database. Default: a PostgreSQL as `matterbase start` sets it up.
 */
export async function setUpStage(urls: readonly string[], given?: string): Promise<Stage> {
  const server = given === undefined ? await startServer() : { url: given, pid: 0, crash: stay, close: stay }
  await migrate(server.url)
  const db = createDb({ url: server.url })
  const encryptionKey = randomBytes(32).toString('base64')
  const workspaces: number[] = []
  for (const url of urls) workspaces.push(await addEndpoint(db, url, encryptionKey, workspaces.length))
  return {
    db,
    pid: server.pid,
    url: server.url,
    crash: server.crash,
    encryptionKey,
    async record(count) {
      const each = Math.ceil(count / workspaces.length)
      for (const id of workspaces)
        for (let at = 0; at < each; at += 500) {
          const data = Array.from({ length: Math.min(500, each - at) }, (_, n) => matter(at + n))
          await write(db, id, (tx) => recordEvents(tx, 'matter.created', data, tx.stamp()))
        }
    },
    async settled() {
      for (;;) {
        const [row] = await db.rows({ open: bool })`
          SELECT EXISTS (SELECT FROM webhook_deliveries WHERE status = 'pending')
              OR EXISTS (SELECT FROM webhook_deliveries WHERE status IN ('queued', 'sending')) AS open`
        if (!row?.open) return
        await new Promise((resolve) => setTimeout(resolve, 250))
      }
    },
    async close() {
      await db.$disconnect()
      await server.close()
    },
  }
}

const stay = async () => undefined

export async function startServer() {
  const dataDir = await mkdtemp(join(tmpdir(), 'matterbase-bench-'))
  await chmod(dataDir, 0o755)
  const options = { dataDir, password: 'matterbase' }
  const server = await startPostgres(options)
  const unguard = guardPostgres(server.folder)
  const [pid = ''] = (await readFile(join(server.folder, 'data', 'postmaster.pid'), 'utf8')).split('\n')
  return {
    url: server.url,
    pid: Number(pid),
    async crash() {
      await server.stop({ hurry: true })
      await startPostgres({ ...options, port: server.port })
    },
    async close() {
      await server.stop()
      unguard()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

async function addEndpoint(db: Db, url: string, encryptionKey: string, n: number): Promise<number> {
  const email = `bench-${n}@example.com`
  await createAccount(db, { email, password: randomBytes(16).toString('hex') })
  const workspaceId = await findWorkspace(db, email, 'live')
  const [row] = await db.rows({ id: bigint })`
    INSERT INTO webhook_endpoints (workspace_id, url, events, secret, created_at)
    VALUES (${workspaceId}, ${url}, '{matter.created}', '', now()) RETURNING id`
  const id = row?.id ?? 0n
  const secret = `whsec_${randomBytes(32).toString('base64')}`
  const sealed = createSealer(encryptionKey).seal(secret, endpointSecretContext(workspaceId, id))
  await db.run`UPDATE webhook_endpoints SET secret = ${sealed} WHERE workspace_id = ${workspaceId} AND id = ${id}`
  return workspaceId
}

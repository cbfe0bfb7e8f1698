import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort } from '@matterbase/config/testing'
import { createTestDatabase } from '@matterbase/db/testing'
import type { TestDatabase } from '@matterbase/db/testing'
import { findWorkspaceOf, resetToSampleData, systemActor, write } from '@matterbase/domain'
import { Matterbase } from '@matterbase/sdk'
import type { SyncCheckpoint } from '@matterbase/sdk'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { matterbase, patience, runHere } from './matterbase.ts'
import type { Run } from './matterbase.ts'

// Copies that are kept while others write, the server is restored from a backup, and the sample data is reset.

interface Copy {
  readonly titles: ReadonlyMap<number, string>
  /** How often it was told to begin again. */
  resets(): number
  /** Brings it up to date. */
  refresh(): Promise<void>
}

const email = 'ada@example.com'
const encryptionKey = randomBytes(32).toString('base64')
const databases: TestDatabase[] = []
let folder: string
let port: number
let baseUrl: string
let server: Run | undefined

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'matterbase-copies-'))
  port = await freePort()
  baseUrl = `http://127.0.0.1:${port}/api/v1`
})
afterEach(stopServer)
afterAll(async () => {
  for (const database of databases) await database.close()
  await rm(folder, { recursive: true })
})

async function newDatabase(options?: { migrated: boolean }) {
  const database = await createTestDatabase(options)
  databases.push(database)
  return database
}

async function cli({ url }: TestDatabase, ...args: string[]) {
  const answer = await runHere(args, { DATABASE_URL: url, ENCRYPTION_KEY: encryptionKey, HOST: '127.0.0.1' })
  expect(answer).toMatchObject({ code: 0 })
  return answer.stdout
}

async function startServer({ url }: TestDatabase) {
  const env = { DATABASE_URL: url, ENCRYPTION_KEY: encryptionKey, HOST: '127.0.0.1', PORT: String(port) }
  server = matterbase(['api'], env)
  const isReady = async () => expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200)
  await vi.waitFor(isReady, patience)
}

async function stopServer() {
  server?.child.kill('SIGTERM')
  await server?.ended
  server = undefined
}

async function firm(environment: 'live' | 'test') {
  const database = await newDatabase()
  await cli(database, 'accounts', 'create', '--email', email, '--password', 'correct horse battery')
  const options = ['--account', email, '--name', 'x', '--tier', 'enterprise', '--environment', environment]
  const { key } = JSON.parse(await cli(database, 'keys', 'create', ...options, '--json')) as { key: string }
  await startServer(database)
  return { database, key }
}

/** As the section "Syncing changes" of packages/sdk/README.md. */
function sdkCopy(apiKey: string): Copy {
  const mb = new Matterbase({ apiKey, baseUrl, maxRetries: 0 })
  const titles = new Map<number, string>()
  let checkpoint: SyncCheckpoint | undefined
  let resets = 0
  return {
    titles,
    resets: () => resets,
    async refresh() {
      for await (const batch of mb.matters.sync({ checkpoint, export: true, limit: 7 })) {
        if (batch.reset) {
          titles.clear()
          resets += 1
        }
        for (const { id, title } of batch.items) titles.set(id, title)
        for (const { id } of batch.deleted) titles.delete(id)
        ;({ checkpoint } = batch)
      }
    },
  }
}

interface Page {
  readonly data: readonly { id: number; title: string; updated_at: string; deleted_at?: string }[]
  readonly has_more: boolean
}

/** As docs/api/sync-and-export.md says, or as a copy that knows nothing of epochs. */
function restCopy(key: string, hasEpoch: boolean): Copy {
  const titles = new Map<number, string>()
  let [since, epoch, resets] = ['1970-01-01T00:00:00Z', '', 0]
  async function page(): Promise<boolean> {
    const query = new URLSearchParams({ updated_since: since, include_deleted: 'true', limit: '7' })
    if (hasEpoch && epoch) query.set('epoch', epoch)
    const answer = await fetch(`${baseUrl}/matters?${query.toString()}`, {
      headers: { authorization: `Bearer ${key}` },
    })
    if (answer.status === 410) {
      ;[since, epoch, resets] = ['1970-01-01T00:00:00Z', '', resets + 1]
      titles.clear()
      return true
    }
    if (!answer.ok) throw new TypeError(await answer.text())
    const { data, has_more } = (await answer.json()) as Page
    epoch = answer.headers.get('x-workspace-epoch') ?? ''
    for (const row of data) {
      if (row.deleted_at) titles.delete(row.id)
      else titles.set(row.id, row.title)
      since = row.updated_at
    }
    return has_more
  }
  return {
    titles,
    resets: () => resets,
    async refresh() {
      while (await page()) continue
    },
  }
}

// A record can be gone between two requests of the writer.
const expected = new Set(['ConnectionError', 'ServerError', 'NotFoundError'])

/** Does it again and again until it is stopped; while the server is away it waits. */
function keepDoing(work: () => Promise<void>) {
  const over = new AbortController()
  const isAway = (error: unknown) => error instanceof TypeError || (error instanceof Error && expected.has(error.name))
  const doing = (async () => {
    while (!over.signal.aborted) {
      await work().catch((error: unknown) => {
        if (!isAway(error)) throw error
      })
      await delay(20)
    }
  })()
  doing.catch(() => undefined)
  return async () => {
    over.abort()
    await doing
  }
}

/** Creates, changes and deletes matters, one after the other. */
function writer(apiKey: string) {
  const mb = new Matterbase({ apiKey, baseUrl, maxRetries: 0 })
  const state = { writes: 0 }
  return {
    state,
    async write() {
      const n = state.writes
      const { data } = await mb.matters.upsert(`w-${n % 60}`, { title: `Matter ${n}` })
      if (n % 5 === 4) await mb.matters.delete(data.id)
      state.writes += 1
    },
  }
}

const titlesIn = async ({ db }: TestDatabase, environment: 'live' | 'test') => {
  const { workspaceId } = await findWorkspaceOf(db, email, environment)
  const rows = await db.matter.findMany({ where: { workspace_id: workspaceId, deleted_at: null } })
  return new Map(rows.map(({ id, title }) => [Number(id), title]))
}

const sorted = (titles: ReadonlyMap<number, string>) => [...titles].toSorted(([a], [b]) => a - b)

/** Keeps copies while `work` happens, and compares them with the table. */
async function keepCopies(
  copies: readonly Copy[],
  key: string,
  work: (more: (n: number) => Promise<void>) => Promise<TestDatabase>,
) {
  const { state, write: writeOne } = writer(key)
  const stops = [writeOne, ...copies.map(({ refresh }) => refresh)].map(keepDoing)
  /** Waits for as many writes, and until each copy has the latest of them or a later one. */
  const more = async (n: number) => {
    const until = state.writes + n
    await vi.waitFor(() => expect(state.writes).toBeGreaterThan(until), patience)
    const newest = ({ titles }: Copy) =>
      Math.max(...[...titles.values()].map((title) => Number(title.split(' ')[1]) || 0))
    await vi.waitFor(() => expect(Math.min(...copies.map(newest))).toBeGreaterThanOrEqual(until), patience)
  }
  const database = await work(more)
  await more(20)
  for (const stop of stops) await stop()
  for (const { refresh } of copies) await refresh()
  return database
}

it('know of a restore, and equal the restored server afterwards', async () => {
  const { database, key } = await firm('live')
  const copies = [sdkCopy(key), restCopy(key, true), restCopy(key, false)]
  const restored = await keepCopies(copies, key, async (more) => {
    await more(40)
    const file = join(folder, 'backup')
    await cli(database, 'backup', '--to', file, '--plain')
    await more(40)
    await stopServer()
    const target = await newDatabase({ migrated: false })
    await cli(target, 'restore', '--from', file)
    await startServer(target)
    await vi.waitFor(() => expect(copies.map(({ resets }) => resets())).toEqual([1, 1, 1]), patience)
    return target
  })
  const table = sorted(await titlesIn(restored, 'live'))
  expect(table.length).toBeGreaterThan(20)
  for (const { titles } of copies) expect(sorted(titles)).toEqual(table)
  expect(copies.map(({ resets }) => resets())).toEqual([1, 1, 1])
})

it('know of a reset of the sample data', async () => {
  const { database, key } = await firm('test')
  const copies = [sdkCopy(key), restCopy(key, true)]
  await keepCopies(copies, key, async (more) => {
    await more(40)
    const actor = systemActor(await findWorkspaceOf(database.db, email, 'test'))
    await write(database.db, actor.workspaceId, (tx) => resetToSampleData(tx, actor, {}))
    await vi.waitFor(() => expect(copies.map(({ resets }) => resets())).toEqual([1, 1]), patience)
    return database
  })
  const table = sorted(await titlesIn(database, 'test'))
  expect(table.map(([, title]) => title)).toContain('Estate of Eleanor Moss')
  for (const { titles } of copies) expect(sorted(titles)).toEqual(table)
  expect(copies.map(({ resets }) => resets())).toEqual([1, 1])
})

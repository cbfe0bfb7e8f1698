import { fork } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createDb, guardPostgres, startPostgres } from '@matterbase/db'
import { startProduct } from '../product.ts'
import type { Product } from '../product.ts'
import { loadedId, matterOf, rowsInBulk } from './works.ts'
import type { Room } from './works.ts'

/** Something that is driven: the product, or the floor. */
export interface System {
  baseUrl: string
  /** One large workspace, and then some smaller ones. */
  rooms: readonly Room[]
  /** The processes whose CPU, with that of what they started, its work costs. */
  pids: readonly number[]
  /** Which of them is PostgreSQL. */
  postgres: number
  stop(): Promise<void>
}

export interface Matterbase extends System, Pick<Product, 'dataDir' | 'email' | 'createKey'> {}

/**
 * `matterbase start` as it comes, with an account for each workspace.
 *
 * @param roomSizes How many matters each workspace starts with.
 * @param more for the environment of its processes.
 */
export async function startMatterbase(
  roomSizes: readonly number[],
  more: Record<string, string> = {},
): Promise<Matterbase> {
  const product = await startProduct(more)
  const rooms: Room[] = []
  for (const [at, size] of roomSizes.entries()) {
    const email = at === 0 ? product.email : `room-${at}@example.com`
    if (at > 0) await product.createAccount(email)
    rooms.push(await fill(product.baseUrl, `Bearer ${await product.createKey(email)}`, size))
  }
  const postgres = await postmaster(join(product.dataDir, 'postgres'))
  const { baseUrl, pid, dataDir, email, createKey, stop } = product
  return { baseUrl, rooms, pids: [pid, postgres], postgres, dataDir, email, createKey, stop }
}

/** The floor, on a PostgreSQL that is set up as the product's. */
export async function startFloor(roomSizes: readonly number[]): Promise<System> {
  const dataDir = await mkdtemp(join(tmpdir(), 'matterbase-floor-'))
  await chmod(dataDir, 0o755)
  const server = await startPostgres({ dataDir, password: 'floor' })
  const unguard = guardPostgres(server.folder)
  const child = fork(fileURLToPath(new URL('floor.ts', import.meta.url)), [server.url])
  const [port] = (await once(child, 'message')) as [number]
  const baseUrl = `http://127.0.0.1:${port}`
  const rooms: Room[] = []
  for (const [at, size] of roomSizes.entries()) rooms.push(await fill(baseUrl, String(at + 1), size))
  const db = createDb({ url: server.url })
  await db.run`ANALYZE`
  await db.$disconnect()
  const postgres = await postmaster(server.folder)
  return {
    baseUrl,
    rooms,
    pids: [child.pid ?? 0, postgres],
    postgres,
    async stop() {
      child.kill()
      await server.stop()
      unguard()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

const postmaster = async (folder: string) =>
  Number.parseInt(await readFile(join(folder, 'data', 'postmaster.pid'), 'utf8'), 10)

const mostInSample = 10_000

async function fill(baseUrl: string, authorization: string, size: number): Promise<Room> {
  const ids: number[] = []
  const stamps: string[] = []
  // What is sent to the load process has to stay small.
  const every = Math.ceil(size / mostInSample)
  const load = async (from: number) => {
    const count = Math.min(rowsInBulk, size - from)
    const data = Array.from({ length: count }, (_, at) => matterOf(loadedId(from + at), `Matter ${from + at}`))
    const response = await fetch(`${baseUrl}/matters/bulk`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ data }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`Loading answered ${response.status} ${text.slice(0, 300)}`)
    const { results } = JSON.parse(text) as { results: { data: { id: number; updated_at: string } }[] }
    const sample = results.filter((_, at) => (from + at) % every === 0)
    ids.push(...sample.map(({ data: { id } }) => id))
    stamps.push(...sample.map(({ data }) => data.updated_at))
  }
  // Several at a time: a million would else take the longest of the whole run.
  let next = 0
  const loadOn = async () => {
    while (next < size) await load((next += rowsInBulk) - rowsInBulk)
  }
  await Promise.all(Array.from({ length: 4 }, loadOn))
  return { authorization, size, ids, stamps: stamps.toSorted() }
}

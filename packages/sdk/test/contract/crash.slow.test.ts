import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { afterAll, beforeAll, expect, it } from 'vitest'

import { type Matter, Matterbase, type SyncBatch } from '../../src/index.ts'
import { realService } from './service.ts'
import { writeAtRandom } from './writers.ts'

const program = fileURLToPath(new URL('sync-until-killed.ts', import.meta.url))

const writesEach = 40

let service: Awaited<ReturnType<typeof realService>>
let folder: string
beforeAll(async () => {
  service = await realService()
  folder = await mkdtemp(join(tmpdir(), 'sync-'))
})
afterAll(() => rm(folder, { recursive: true }))

it('a process that is killed at every checkpoint has every change once in its journal', async () => {
  const journal = join(folder, 'journal.jsonl')
  const apiKey = await service.key({ email: await service.account() })
  const mb = new Matterbase({ apiKey, baseUrl: service.baseUrl })
  const env = { ...process.env, MATTERBASE_API_KEY: apiKey, MATTERBASE_BASE_URL: service.baseUrl }

  /** Whether it was killed; else there was nothing more. */
  const runOnce = async (): Promise<boolean> => {
    const child = spawn(process.execPath, [program, journal], { env, stdio: ['ignore', 'ignore', 'inherit'] })
    const [code, signal] = await once(child, 'exit')
    expect([code, signal]).toEqual(signal ? [null, 'SIGKILL'] : [0, null])
    return signal !== null
  }

  const state = { isWriting: true, kills: 0 }
  const writing = Promise.all([1, 2, 3].map((seed) => writeAtRandom(mb, `w${seed}`, writesEach, seed))).finally(() =>
    Object.assign(state, { isWriting: false }),
  )
  // What fails is told below.
  writing.catch(() => {})
  while (state.isWriting) state.kills += (await runOnce()) ? 1 : 0
  await writing
  while (await runOnce()) state.kills += 1

  const lines = (await readFile(journal, 'utf8')).trim().split('\n')
  const batches = lines.map((line) => JSON.parse(line) as SyncBatch<Matter>)
  expect(batches).toHaveLength(state.kills)
  // As often as a batch of 5 is full at the least, however the writes and the walks fall together.
  const matters = await mb.matters.list().toArray()
  expect(state.kills).toBeGreaterThanOrEqual(Math.ceil(matters.length / 5))
  expect(matters.length).toBeGreaterThan(25)
  const versions = batches.flatMap(({ items }) => items.map(({ id, updated_at }) => `${id}@${updated_at}`))
  expect(new Set(versions).size).toBe(versions.length)
  const copy = new Map<number, Matter>()
  for (const { items, deleted } of batches) {
    for (const matter of items) copy.set(matter.id, matter)
    for (const { id } of deleted) copy.delete(id)
  }
  expect([...copy.values()].toSorted((a, b) => a.id - b.id)).toEqual(matters)
})

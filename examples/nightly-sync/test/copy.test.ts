import { createTestDatabase } from '@matterbase/db/testing'
import { Pool } from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { type Matter, Matterbase } from '@matterbase/sdk'
import { failure, fixtures, mockFetch } from '@matterbase/sdk/testing'

import { refreshCopy } from '../src/copy.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>
let pool: Pool
beforeAll(async () => {
  database = await createTestDatabase({ migrated: false })
  pool = new Pool({ connectionString: database.url })
  // `end` does not wait until connections have ended, and closing the database ends those that are left.
  pool.on('error', () => undefined)
})
afterAll(async () => {
  await pool.end()
  await database.close()
})

it('keeps a copy up to date, also when a run breaks off', async () => {
  const stamp = (second: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString()
  const rows: Matter[] = Array.from({ length: 450 }, (_, index) =>
    fixtures.matter({ id: index + 1, title: `t${index}`, updated_at: stamp(index) }),
  )
  let calls = 0
  const fetch = mockFetch({
    'matters.export': () => rows.slice(0, 200),
    'matters.list': () => ((calls += 1) === 1 ? failure(403, 'insufficient_scope') : rows),
  })
  const mb = new Matterbase({ apiKey: 'mb_test_x', baseUrl: 'https://matters.example/api/v1', fetch })
  const titles = async () =>
    (await pool.query<{ title: string }>('SELECT title FROM matters_copy ORDER BY id')).rows.map(({ title }) => title)

  await expect(refreshCopy(mb, pool)).rejects.toMatchObject({ status: 403 })
  expect(await titles()).toHaveLength(200)
  expect(await refreshCopy(mb, pool)).toEqual({ changed: 250, deleted: 0 })
  expect(await titles()).toEqual(rows.map(({ title }) => title))

  const tombstone = { id: 1, external_id: null, deleted_at: stamp(500), updated_at: stamp(500) } as unknown as Matter
  rows.splice(0, 2, tombstone, fixtures.matter({ id: 2, title: 'renamed', updated_at: stamp(501) }))
  expect(await refreshCopy(mb, pool)).toEqual({ changed: 1, deleted: 1 })
  expect((await titles())[0]).toBe('renamed')
  expect(await titles()).toHaveLength(449)
  expect(await refreshCopy(mb, pool)).toEqual({ changed: 0, deleted: 0 })
})

it('builds the copy again when the server was restored from a backup', async () => {
  const [lost, kept] = [fixtures.matter({ id: 1 }), fixtures.matter({ id: 2 })]
  let matters = [lost, kept]
  let isRestored = false
  const fetch = mockFetch({
    'matters.export': () => matters,
    'matters.list': () => {
      const answer = isRestored ? failure(410, 'sync_reset') : []
      isRestored = false
      return answer
    },
  })
  const mb = new Matterbase({ apiKey: 'mb_test_x', baseUrl: 'https://matters.example/api/v1', fetch })
  await pool.query('TRUNCATE matters_copy, sync_checkpoints')
  expect(await refreshCopy(mb, pool)).toEqual({ changed: 2, deleted: 0 })
  matters = [kept]
  isRestored = true
  expect(await refreshCopy(mb, pool)).toEqual({ changed: 1, deleted: 0 })
  expect((await pool.query('SELECT id::int FROM matters_copy')).rows).toEqual([{ id: 2 }])
})

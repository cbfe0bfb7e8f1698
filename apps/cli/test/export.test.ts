import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTestDatabase } from '@matterbase/db/testing'
import type { TestDatabase } from '@matterbase/db/testing'
import { addSampleData } from '@matterbase/domain'
import { addAccount, createKey } from '@matterbase/domain/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { contentsOf } from '../src/export/contents.ts'
import type { ExportManifest } from '../src/export/export-account.ts'
import { runHere } from './matterbase.ts'

const email = 'ada@example.com'
let database: TestDatabase
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'matterbase-export-'))
  database = await createTestDatabase()
  const { db } = database
  for (const account of [email, 'grace@example.com']) await addAccount(db, { email: account })
  await addSampleData(db, email)
  await createKey(db, { email, name: 'mine', environment: 'live', tier: 'free' })
  await createKey(db, { email: 'grace@example.com', name: 'not mine', environment: 'live', tier: 'free' })
})
afterAll(async () => {
  await database.close()
  await rm(folder, { recursive: true })
})

const runExport = (...args: string[]) => runHere(['export', ...args], { DATABASE_URL: database.url })

it('reads the primary where DATABASE_REPLICA_URL is no standby of it, and says so', async () => {
  const env = { DATABASE_URL: database.url, DATABASE_REPLICA_URL: database.url }
  const read = await runHere(['export', '--account', email, '--to', join(folder, 'primary'), '--json'], env)
  expect([read.code, read.stderr]).toEqual([
    0,
    'matterbase: the export reads from the primary, because DATABASE_REPLICA_URL cannot be used (it is not a standby)\n',
  ])
  expect(JSON.parse(read.stdout)).toMatchObject({ account: { email } })
})

it("writes all rows of an account and nobody else's, each a line of JSON, and no secrets", async () => {
  const to = join(folder, 'ada')
  const { code, stdout, stderr } = await runExport('--account', 'Ada@Example.com ', '--to', to, '--json')
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  const manifest = JSON.parse(await readFile(join(to, 'manifest.json'), 'utf8')) as ExportManifest
  expect(JSON.parse(stdout)).toEqual({ folder: to, ...manifest })
  expect(manifest.account).toMatchObject({ email, name: 'ada' })
  const rows = new Map<string, Record<string, unknown>[]>()
  for (const { file, rows: count, bytes, sha256 } of manifest.files) {
    const content = await readFile(join(to, file))
    expect({ bytes, sha256 }).toEqual({
      bytes: content.length,
      sha256: createHash('sha256').update(content).digest('hex'),
    })
    const lines = content.toString('utf8').split('\n').slice(0, -1)
    expect(lines, file).toHaveLength(count)
    rows.set(
      file,
      lines.map((line) => JSON.parse(line) as Record<string, unknown>),
    )
  }
  expect(rows.get('accounts.ndjson')).toMatchObject([{ email }])
  expect(rows.get('users.ndjson')).toMatchObject([{ email }])
  expect(rows.get('live/api_keys.ndjson')?.map(({ name }) => name)).toEqual(['mine'])
  const all = JSON.stringify([...rows.values()])
  expect(all).not.toContain('grace@example.com')
  expect(all).not.toContain('$argon2')
  const names = new Set([...rows.values()].flat().flatMap((row) => Object.keys(row)))
  expect([...names].filter((name) => /token|hash|secret$|password$|link$/.test(name))).toEqual([])
  const exported = [...rows].filter(([file]) => file.endsWith('/matters.ndjson')).flatMap(([, lines]) => lines)
  expect(exported).not.toEqual([])
  expect(exported).toHaveLength(await database.db.matter.count())
})

it('leaves out every column that opens a link, and refuses one that nothing is known of', () => {
  const table = (columns: string[], binary: string[] = []) => ({
    name: 'notes',
    columns: ['workspace_id', ...columns],
    binary,
  })
  const links = [
    {
      name: 'invoice_shares',
      columns: ['workspace_id', 'token', 'token_hash', 'seen_at'],
      binary: ['token', 'token_hash'],
    },
    { name: 'mails', columns: ['workspace_id', 'link', 'token_hash', 'subject'], binary: ['link', 'token_hash'] },
  ]
  expect(contentsOf(links).map(({ columns }) => columns)).toEqual([['seen_at'], ['subject']])
  expect(contentsOf([table(['title'])])).toMatchObject([{ columns: ['title'] }])
  expect(() => contentsOf([table(['sealed_by_another_name'], ['sealed_by_another_name'])])).toThrow(
    'could hold a secret',
  )
  expect(() => contentsOf([table(['share_token'])])).toThrow('notes.share_token could hold a secret')
})

it('refuses an account that is not there and a folder that is in use, and writes nothing', async () => {
  expect(await runExport('--account', 'unknown@example.com', '--to', join(folder, 'unknown'))).toEqual({
    code: 1,
    stdout: '',
    stderr: 'matterbase: No account has the email address unknown@example.com\n',
  })
  expect(await readdir(folder)).not.toContain('unknown')
  await writeFile(join(folder, 'mine.txt'), 'mine')
  const { code, stderr } = await runExport('--account', email, '--to', folder)
  expect({ code, stderr }).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('give a new or empty folder'),
  })
})

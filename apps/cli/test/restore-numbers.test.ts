import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bigint, createDb, filled, int, text } from '@matterbase/db'
import type { Db } from '@matterbase/db'
import { createTestDatabase } from '@matterbase/db/testing'
import type { TestDatabase } from '@matterbase/db/testing'
import { createInvoice, findWorkspaceOf, issueInvoice, records, systemActor, write } from '@matterbase/domain'
import { signedIn } from '@matterbase/domain/testing'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { runHere } from './matterbase.ts'

// Numbers that were given out after the backup are on paper and in the books of others.

const email = 'ada@example.com'
let source: TestDatabase
let folder: string
let file: string
const databases: TestDatabase[] = []

beforeAll(async () => {
  source = await createTestDatabase()
  databases.push(source)
  folder = await mkdtemp(join(tmpdir(), 'matterbase-restore-'))
  file = join(folder, 'backup')
  await cli(source, 'accounts', 'create', '--email', email, '--password', 'correct horse')
  await source.db.workspace.updateMany({ data: { matter_numbers: '{yyyy}-{seq:4}' } })
  await issue(source)
  await openMatter(source)
  await signedIn(source.db, email, 'Browser')
  await cli(source, 'backup', '--to', file, '--plain')
})
afterAll(async () => {
  for (const database of databases) await database.close()
  await rm(folder, { recursive: true })
})

async function cli({ url }: TestDatabase, ...args: string[]) {
  const answer = await runHere(args, { DATABASE_URL: url })
  expect(answer, answer.stderr).toMatchObject({ code: 0 })
  return answer
}

async function emptyDatabase() {
  const database = await createTestDatabase({ migrated: false })
  databases.push(database)
  return database
}

async function inLive<T>(
  { db }: TestDatabase,
  work: (tx: Parameters<Parameters<typeof write>[2]>[0], actor: ReturnType<typeof systemActor>) => Promise<T>,
) {
  const workspace = await findWorkspaceOf(db, email, 'live')
  return write(db, workspace.workspaceId, (tx) => work(tx, systemActor(workspace)))
}

const issue = (database: TestDatabase) =>
  inLive(database, async (tx, actor) => {
    const { json } = await createInvoice(tx, actor, { lines: [{ description: 'Fee', net: 100 }] })
    const { invoice_id: id } = JSON.parse(json) as { invoice_id: number }
    return (await issueInvoice(tx, actor, { id })).number
  })

async function openMatter(database: TestDatabase) {
  await inLive(database, (tx, actor) => records.matters.create(tx, actor, { title: 'One' }))
  return (await database.db.matter.findFirstOrThrow({ orderBy: { id: 'desc' } })).number
}

async function numbersFile(name: string, content: unknown) {
  const path = join(folder, name)
  await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content))
  return path
}

it('gives no number of a matter again, and asks for the next number of invoices', async () => {
  const lost = await openMatter(source)
  await issue(source)
  const target = await emptyDatabase()
  const { stdout } = await cli(target, 'restore', '--from', file)
  expect(stdout).toContain(`Invoices can be issued after an owner has confirmed the next numbers`)
  expect(stdout).toContain(`page Invoices:\n  ${email}\n`)
  const next = await openMatter(target)
  expect(Number(next?.slice(-4))).toBeGreaterThan(Number(lost?.slice(-4)) + 90)
  await expect(issue(target)).rejects.toMatchObject({ code: 'confirm_number' })
})

it('takes the next numbers from the file of --next-numbers', async () => {
  const target = await emptyDatabase()
  const numbers = await numbersFile('numbers', { [email]: { invoice: 'S-77', credit_note: 'C-5' } })
  const { stdout } = await cli(target, 'restore', '--from', file, '--next-numbers', numbers, '--json')
  expect(JSON.parse(stdout)).toMatchObject({ confirm_numbers: [] })
  expect([await issue(target), await issue(target)]).toEqual(['S-77', 'S-78'])
})

it.each([
  ['of an unknown account', { 'eve@example.com': { invoice: 'S-1' } }, 'No account eve@example.com'],
  ['that an invoice has', { [email]: { invoice: `INV-${new Date().getUTCFullYear()}-0001` } }, 'already the number'],
  ['of an unknown kind', { [email]: { invoices: 'S-1' } }, 'does not contain the next numbers'],
  ['in a file that is not JSON', 'S-77', 'does not contain the next numbers'],
])('restores nothing with a next number %s', async (_name, content, message) => {
  const target = await emptyDatabase()
  const numbers = await numbersFile('wrong', content)
  const { code, stderr } = await runHere(['restore', '--from', file, '--next-numbers', numbers], {
    DATABASE_URL: target.url,
  })
  expect([code, stderr]).toEqual([1, expect.stringContaining(message)])
  const rows = await target.db.rows({ count: int })`
    SELECT count(*)::int FROM pg_class WHERE relname = 'workspaces' AND relnamespace = 'public'::regnamespace`
  expect(rows).toEqual([{ count: 0 }])
})

it('recovered prepares a database that another tool restored, and nothing while programs use it', async () => {
  const target = await emptyDatabase()
  await cli(target, 'restore', '--from', file, '--keep-sessions')
  const stateOf = async (db: Db) =>
    (
      await db.rows({ at: filled(bigint), epoch: filled(text), count: filled(bigint) })`
        SELECT (SELECT last_value FROM matters_id_seq) AS at, epoch::text, last AS count
        FROM workspaces JOIN matter_number_counts ON workspace_id = id ORDER BY id LIMIT 1`
    )[0]
  const before = await stateOf(target.db)
  expect(await target.db.session.count()).toBe(1)
  const refused = await runHere(['recovered'], { DATABASE_URL: target.url })
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('stop the API, the worker')])
  expect(await target.db.session.count()).toBe(1)

  await target.db.$disconnect()
  const { stdout } = await cli(target, 'recovered', '--json')
  expect(JSON.parse(stdout)).toMatchObject({
    ended: { sessions: 1, devices: 0, links: 0 },
    members: [{ email, role: 'owner' }],
    confirm_numbers: [email],
  })
  const db = createDb({ url: target.url })
  onTestFinished(() => db.$disconnect())
  const after = await stateOf(db)
  expect(after?.epoch).not.toBe(before?.epoch)
  expect([after?.at, after?.count]).toEqual([(before?.at ?? 0n) + 1_000_000n, (before?.count ?? 0n) + 100n])
})

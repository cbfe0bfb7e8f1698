import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bigint, text } from '@matterbase/db'
import { createTestDatabase } from '@matterbase/db/testing'
import type { TestDatabase } from '@matterbase/db/testing'
import { findWorkspaceOf, records, systemActor, write } from '@matterbase/domain'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runHere } from './matterbase.ts'

// What changed after the backup is lost, but copies outside of the server have it, with the IDs that it had.

const email = 'ada@example.com'
let source: TestDatabase
let folder: string
const databases: TestDatabase[] = []

async function emptyDatabase() {
  const database = await createTestDatabase({ migrated: false })
  databases.push(database)
  return database
}

async function cli({ url }: TestDatabase, ...args: string[]) {
  const answer = await runHere(args, { DATABASE_URL: url })
  expect(answer).toMatchObject({ code: 0 })
}

beforeAll(async () => {
  source = await createTestDatabase()
  databases.push(source)
  folder = await mkdtemp(join(tmpdir(), 'matterbase-restore-'))
  await cli(source, 'accounts', 'create', '--email', email, '--password', 'correct horse')
})
afterAll(async () => {
  for (const database of databases) await database.close()
  await rm(folder, { recursive: true })
})

async function addMatter({ db }: TestDatabase, title: string) {
  const workspace = await findWorkspaceOf(db, email, 'live')
  const actor = systemActor(workspace)
  await write(db, workspace.workspaceId, (tx) => records.matters.create(tx, actor, { title }))
  return db.matter.findFirstOrThrow({ orderBy: { id: 'desc' } })
}

const workspacesOf = ({ db }: TestDatabase) => db.workspace.findMany({ orderBy: { id: 'asc' } })

const sequencesOf = ({ db }: TestDatabase) => db.rows({ name: text, at: bigint })`
  SELECT sequencename::text AS name, coalesce(last_value, 0) AS at FROM pg_sequences WHERE schemaname = 'public' ORDER BY 1`

it('gives no ID out again, and a new sync epoch to each workspace', async () => {
  await addMatter(source, 'Before')
  const file = join(folder, 'backup')
  await cli(source, 'backup', '--to', file)
  const [taken, before] = await Promise.all([sequencesOf(source), workspacesOf(source)])
  const lost = await addMatter(source, 'Lost')
  const target = await emptyDatabase()
  await cli(target, 'restore', '--from', file)

  const restored = await workspacesOf(target)
  expect(restored.map(({ epoch }) => epoch)).toEqual(before.map(() => expect.stringMatching(/^[0-9a-f-]{36}$/)))
  expect(new Set([...before, ...restored].map(({ epoch }) => epoch)).size).toBe(before.length * 2)
  const sequences = await sequencesOf(target)
  expect(sequences.map(({ name }) => name)).toEqual(taken.map(({ name }) => name))
  for (const [place, { name, at }] of sequences.entries())
    expect([name, at]).toEqual([name, expect.toSatisfy((now: bigint) => now >= (taken[place]?.at ?? 0n) + 1_000_000n)])
  expect((await addMatter(target, 'Next')).id).toBeGreaterThan(lost.id + 900_000n)
})

it('knows from when to when changes were lost, and stamps later changes after that', async () => {
  const file = join(folder, 'later')
  await cli(source, 'backup', '--to', file)
  const [before] = await workspacesOf(source)
  const lost = await addMatter(source, 'Lost')
  const target = await emptyDatabase()
  await cli(target, 'restore', '--from', file)
  const [after] = await workspacesOf(target)
  expect(after).toMatchObject({ restored_from: before?.change_clock, restored_at: after?.change_clock })
  const isBetween = (moment: Date) =>
    moment > (after?.restored_from ?? moment) && moment < (after?.restored_at ?? moment)
  const next = await addMatter(target, 'Next')
  expect([isBetween(lost.updated_at), isBetween(next.updated_at)]).toEqual([true, false])
  expect(next.updated_at.getTime()).toBeGreaterThan(after?.restored_at?.getTime() ?? 0)
})

it('restores a restored server again in the same way', async () => {
  const [once, twice] = [join(folder, 'once'), join(folder, 'twice')]
  await cli(source, 'backup', '--to', once)
  const first = await emptyDatabase()
  await cli(first, 'restore', '--from', once)
  await cli(first, 'backup', '--to', twice)
  const second = await emptyDatabase()
  await cli(second, 'restore', '--from', twice)
  const epochs = (await Promise.all([source, first, second].map(workspacesOf))).flat().map(({ epoch }) => epoch)
  expect(new Set(epochs).size).toBe(6)
})

import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createSealer, endpointSecretContext, readinessOf, schemaProblem } from '@matterbase/db'
import { createTestDatabase } from '@matterbase/db/testing'
import type { TestDatabase } from '@matterbase/db/testing'
import { databaseProblem, findWorkspace } from '@matterbase/domain'
import { addAccount } from '@matterbase/domain/testing'
import { afterEach, beforeEach, expect, it } from 'vitest'

const [ourKey, anotherKey] = [0, 1].map(() => randomBytes(32).toString('base64'))
const [ours, another, both] = [`${ourKey}`, `${anotherKey}`, `${anotherKey},${ourKey}`].map(createSealer)

let database: TestDatabase

beforeEach(async () => {
  database = await createTestDatabase()
})
afterEach(() => database.close())

async function addSecret(sealer = ours) {
  const { email } = await addAccount(database.db)
  const workspaceId = await findWorkspace(database.db, email, 'live')
  const secret = sealer?.seal('whsec_1', endpointSecretContext(workspaceId, 1)) ?? new Uint8Array()
  await database.db.run`
    INSERT INTO webhook_endpoints (workspace_id, url, events, secret, created_at)
    VALUES (${workspaceId}, 'https://example.com', '{}', ${secret}, now())`
}

const problem = (sealer = ours) => sealer && databaseProblem(database.db, sealer)

it('finds nothing wrong with a database of this build, and any key where nothing is sealed', async () => {
  expect(await problem()).toBeUndefined()
  expect(await problem(another)).toBeUndefined()
})

it('names the first migration that an older or empty database lacks', async () => {
  await database.db
    .run`DELETE FROM _prisma_migrations WHERE migration_name = (SELECT max(migration_name) FROM _prisma_migrations)`
  expect(await problem()).toMatch(
    /^The database lacks migrations of this build, first of all \d{14}_\w+: run "matterbase migrate"$/,
  )
  const empty = await createTestDatabase({ migrated: false })
  expect(await schemaProblem(empty.db)).toMatch(/^The database lacks migrations/)
  await empty.close()
})

it('says that a database is newer, except to a process that runs beside its upgrade', async () => {
  await database.db.run`
    INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at) VALUES ('1', '', '99990101000000_later', now())`
  expect(await problem()).toMatch(
    /^The database is newer than this build: it has migration 99990101000000_later, .*; run the build that it belongs to$/,
  )
  expect(await readinessOf(database.db)()).toBeUndefined()
})

it('leaves a process ready that runs where the next build is laid over its files', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'migrations-'))
  const readiness = readinessOf(database.db, { folder: pathToFileURL(`${folder}/`) })
  expect(await readiness()).toBeUndefined()
  await mkdir(join(folder, '99990101000000_later'))
  expect(await readiness()).toBeUndefined()
  expect(await readinessOf(database.db, { folder: pathToFileURL(`${folder}/`) })()).toMatch(/first of all 99990101/)
  await rm(folder, { recursive: true })
})

it('knows a key that opens none of the secrets, and accepts several keys and some that are lost', async () => {
  await addSecret(ours)
  expect(await problem(another)).toMatch(/^ENCRYPTION_KEY opens none of the secrets in this database: set the key/)
  expect(await problem(both)).toBeUndefined()
  await addSecret(another)
  expect(await problem(ours)).toBeUndefined()
  expect(await problem(another)).toBeUndefined()
})

import { randomBytes } from 'node:crypto'
import { createTestDatabase } from '@matterbase/db/testing'
import { expect, it } from 'vitest'
import { startApi } from './support/api-process.ts'
import { spawnMain } from './support/processes.ts'
import { startReceiver } from './support/receiver.ts'
import { createWorld, encryptionKey } from './support/world.ts'

it('neither api nor worker starts on a database without tables, and both say what to do', async () => {
  const empty = await createTestDatabase({ migrated: false })
  const env = { DATABASE_URL: empty.url, ENCRYPTION_KEY: encryptionKey }
  const sentence = /exit 1: The database lacks migrations of this build, first of all \S+: run "matterbase migrate"$/
  await expect(spawnMain(env)).rejects.toThrow(sentence)
  const world = await createWorld()
  await expect(startApi(world, { DATABASE_URL: empty.url })).rejects.toThrow(
    /ended with 1: The database lacks migrations of this build/,
  )
  await Promise.all([world.close(), empty.close()])
})

it('neither api nor worker starts on a database that is not in UTF8, or that is to have a schema of its own', async () => {
  const ascii = await createTestDatabase({ migrated: false, encoding: 'SQL_ASCII' })
  const sentence = 'The database has the encoding SQL_ASCII, and Matterbase needs UTF8'
  await expect(spawnMain({ DATABASE_URL: ascii.url, ENCRYPTION_KEY: encryptionKey })).rejects.toThrow(
    `exit 1: ${sentence}`,
  )
  const world = await createWorld()
  await expect(startApi(world, { DATABASE_URL: ascii.url })).rejects.toThrow(`ended with 1: ${sentence}`)
  const DATABASE_URL = `${world.url}?schema=firm`
  const refusal = 'DATABASE_URL must name no schema'
  await expect(spawnMain({ DATABASE_URL, ENCRYPTION_KEY: encryptionKey })).rejects.toThrow(`exit 1: ${refusal}`)
  await expect(startApi(world, { DATABASE_URL })).rejects.toThrow(`ended with 1: ${refusal}`)
  await Promise.all([world.close(), ascii.close()])
})

it('neither api nor worker starts with the key of another database', async () => {
  const world = await createWorld()
  const receiver = await startReceiver()
  await world.addEndpoint(receiver.url)
  const ENCRYPTION_KEY = randomBytes(32).toString('base64')
  const sentence = 'ENCRYPTION_KEY opens none of the secrets in this database'
  await expect(spawnMain({ DATABASE_URL: world.url, ENCRYPTION_KEY })).rejects.toThrow(`exit 1: ${sentence}`)
  await expect(startApi(world, { ENCRYPTION_KEY })).rejects.toThrow(`ended with 1: ${sentence}`)
  await Promise.all([world.close(), receiver.close()])
})

import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { createTestDatabase } from '@matterbase/db/testing'
import type { TestDatabase } from '@matterbase/db/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ensureDemo } from '../src/start/apart/demo.ts'
import { makeDataDir } from './matterbase.ts'

const baseUrl = 'http://localhost:3000/api/v1'

let database: TestDatabase
let folder: Awaited<ReturnType<typeof makeDataDir>>
let demo: NodeJS.Dict<string>

const file = () => join(folder.dataDir, 'demo.env')
const start = () => ensureDemo({ url: database.url, dataDir: folder.dataDir, baseUrl, isExposed: false })
const read = async () => parseEnv(await readFile(file(), 'utf8'))

beforeAll(async () => {
  database = await createTestDatabase()
  folder = await makeDataDir()
  await mkdir(folder.dataDir, { recursive: true })
  await start()
  demo = await read()
})
afterAll(async () => {
  await folder.remove()
  await database.close()
})

it('has the test key first', async () => {
  expect(demo['MATTERBASE_API_KEY']).toMatch(/^mb_test_/)
  expect(demo['MATTERBASE_TEST_API_KEY']).toBe(demo['MATTERBASE_API_KEY'])
  expect(demo['MATTERBASE_LIVE_API_KEY']).toMatch(/^mb_live_/)
  expect(await start()).toMatchObject({ testKey: demo['MATTERBASE_API_KEY'], isNew: false })
  expect(await read()).toEqual(demo)
})

it('keeps the live key where programs of an owner have read it since version 0.9', async () => {
  const { MATTERBASE_LIVE_API_KEY: live, ...others } = demo
  const former = { ...others, MATTERBASE_API_KEY: live }
  const lines = Object.entries(former).map(([name, value]) => `${name}=${value}\n`)
  await writeFile(file(), lines.join(''))
  expect(await start()).toMatchObject({ testKey: demo['MATTERBASE_TEST_API_KEY'] })
  expect(await read()).toEqual({ ...demo, MATTERBASE_API_KEY: live })
  expect(await start()).not.toBeNull()
  expect(await read()).toEqual({ ...demo, MATTERBASE_API_KEY: live })
})

it('has the test key after an owner has removed the line of a former version', async () => {
  const { MATTERBASE_API_KEY: _removed, ...others } = demo
  const lines = Object.entries(others).map(([name, value]) => `${name}=${value}\n`)
  await writeFile(file(), lines.join(''))
  await start()
  expect(await read()).toEqual(demo)
})

import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { freePort, takePort } from '@matterbase/config/testing'
import { listProcesses, makeDataDir, run, runHere } from './matterbase.ts'

const key = Buffer.alloc(32, 1).toString('base64')
let dataDir: string
let remove: () => Promise<void>
let taken: Awaited<ReturnType<typeof takePort>>
let free: number

beforeAll(async () => {
  ;({ dataDir, remove } = await makeDataDir())
  taken = await takePort()
  free = await freePort()
})
afterAll(async () => {
  await taken.close()
  await remove()
})

async function refusal(env: NodeJS.ProcessEnv, runStart = run): Promise<string> {
  const { code, stdout, stderr } = await runStart(['start'], { PORT: String(free), DATA_DIR: dataDir, ...env })
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  expect(await listProcesses(dataDir)).toEqual({})
  return stderr.trim()
}

describe('a start that cannot be says why in one sentence and leaves nothing running', () => {
  it('when the port is taken', async () => {
    const message = `matterbase: PORT ${taken.port} is taken: stop the program that uses it, or set PORT to a free one`
    expect(await refusal({ PORT: String(taken.port) })).toBe(message)
  })

  it('when the database does not answer, or answers something else', async () => {
    const unreachable = await refusal({
      DATABASE_URL: `postgresql://u:secret@127.0.0.1:${free}/x`,
      ENCRYPTION_KEY: key,
    })
    expect(unreachable).toMatch(
      /^matterbase: DATABASE_URL: PostgreSQL at 127\.0\.0\.1:\d+ cannot be used \(.*ECONNREFUSED.*\): start it, or correct DATABASE_URL$/,
    )
    expect(unreachable).not.toContain('secret')
    const wrong = inject('matterbaseDatabase').replace(':matterbase@', ':wrong@')
    expect(await refusal({ DATABASE_URL: wrong, ENCRYPTION_KEY: key })).toContain('password authentication failed')
  })

  it('when a database of our own choice comes without a key', async () => {
    expect(await refusal({ DATABASE_URL: inject('matterbaseDatabase') }, runHere)).toMatch(
      /^matterbase: ENCRYPTION_KEY is needed with DATABASE_URL: .+$/,
    )
  })

  it('when Redis does not answer', async () => {
    expect(await refusal({ REDIS_URL: `redis://127.0.0.1:${free}` })).toMatch(
      /^matterbase: REDIS_URL: Redis at 127\.0\.0\.1:\d+ cannot be used .+$/,
    )
  })

  it('when the data folder cannot be written to', async () => {
    const inTheWay = join(dataDir, '..', 'file')
    await writeFile(inTheWay, '')
    expect(await refusal({ DATA_DIR: join(inTheWay, 'data') }, runHere)).toMatch(
      /^matterbase: DATA_DIR .+ cannot be written to \(ENOTDIR\): make it writable, or set DATA_DIR to another folder$/,
    )
  })

  it('when the secrets of the data folder are damaged or gone', async () => {
    const folder = join(dataDir, '..', 'secrets')
    await mkdir(join(folder, 'postgres'), { recursive: true })
    expect(await refusal({ DATA_DIR: folder }, runHere)).toContain('secrets.json is missing')
    await writeFile(join(folder, 'secrets.json'), '{}')
    expect(await refusal({ DATA_DIR: folder }, runHere)).toContain('secrets.json is damaged')
  })

  // Nothing is begun by then that could keep a process from ending, so that these need none of their own.
  it.each([
    ['PORT', '0', 'PORT must be a port from 1 to 65535'],
    ['HOST', '192.0.2.1', 'HOST 192.0.2.1 cannot be used'],
    ['WEBHOOK_TIMEOUT_MS', '15s', 'WEBHOOK_TIMEOUT_MS must be milliseconds, from 100 to 120000'],
    ['PORT', 'http', 'PORT must be a port from 1 to 65535'],
    ['PUBLIC_URL', 'matterbase.example.com', 'PUBLIC_URL must be an address without a path, like https://matterbase'],
    ['PUBLIC_URL', 'https://example.com/matters', 'PUBLIC_URL must be an address without a path, like https://matter'],
    ['DATABASE_URL', 'mysql://localhost', 'DATABASE_URL must look like postgresql://user:password@host:5432/database'],
    ['REDIS_URL', 'localhost:6379', 'REDIS_URL must look like redis://host:6379, or rediss://host:6379 for TLS'],
    ['API_PROCESSES', '0', 'API_PROCESSES must be a whole number from 1 to 64'],
    ['DATABASE_DIRECT_URL', 'postgresql://u@127.0.0.1/x', 'DATABASE_DIRECT_URL bypasses the pooler in DATABASE_URL'],
    [
      'DATABASE_REPLICA_URL',
      'postgresql://u@127.0.0.1/x',
      'DATABASE_REPLICA_URL is a standby of the database in DATAB',
    ],
    ['API_PROCESSES', '2', 'API_PROCESSES above 1 needs REDIS_URL'],
    ['ENCRYPTION_KEY', 'hunter2', 'ENCRYPTION_KEY must be 32 bytes in base64'],
    ['WEBHOOK_ALLOW_PRIVATE', 'maybe', 'WEBHOOK_ALLOW_PRIVATE must be true or false'],
    [
      'WEBHOOK_RETRY_SCHEDULE',
      '0,soon',
      'WEBHOOK_RETRY_SCHEDULE must be seconds to wait before each attempt, like 0,5,300',
    ],
    ['WEBHOOK_TIMEOUT_MS', '600000', 'WEBHOOK_TIMEOUT_MS must be milliseconds, from 100 to 120000'],
    ['WEBHOOK_RETRY_SCHEDULE', '0,,5', 'WEBHOOK_RETRY_SCHEDULE must be seconds to wait before each attempt'],
    ['WEBHOOK_DISABLE_AFTER', '3', 'WEBHOOK_DISABLE_AFTER must be three numbers'],
  ])('when %s is %s', async (name, value, message) => {
    expect(await refusal({ [name]: value }, runHere)).toContain(`matterbase: ${message}`)
  })

  it('when Node is too old', async () => {
    const old = `data:text/javascript,Object.defineProperty(process,'versions',{value:{...process.versions,node:'22.1.0'}})`
    const { code, stderr } = await run(['start'], {}, ['--import', old])
    expect(code).toBe(1)
    expect(stderr).toMatch(/^matterbase: this is Node 22\.1\.0 and Matterbase needs 24 or newer: .+\n$/)
  })
})

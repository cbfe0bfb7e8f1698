import { createTestDatabase } from '@matterbase/db/testing'
import type { TestDatabase } from '@matterbase/db/testing'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { freePort, takePort } from '@matterbase/config/testing'
import { listProcesses, makeDataDir, matterbase, patience, run } from './matterbase.ts'
import type { Run } from './matterbase.ts'

const key = Buffer.alloc(32, 1).toString('base64')
let database: TestDatabase
let dataDir: string
let remove: () => Promise<void>
let port: number
let started: Run[] = []

beforeAll(async () => {
  database = await createTestDatabase()
  ;({ dataDir, remove } = await makeDataDir())
})
afterEach(async () => {
  for (const { child } of started) child.kill('SIGTERM')
  await Promise.all(started.map(({ ended }) => ended))
  started = []
})
afterAll(async () => {
  await database.close()
  await remove()
})

/** What both programs are given; only by the folder are their processes told from those of other tests. */
const settings = () => ({ DATA_DIR: dataDir, DATABASE_URL: database.url, ENCRYPTION_KEY: key, HOST: '127.0.0.1' })

async function start(name: 'api' | 'worker', more: NodeJS.ProcessEnv = {}): Promise<Run> {
  port = await freePort()
  const run = matterbase([name], {
    ...settings(),
    ...more,
    [name === 'api' ? 'PORT' : 'WORKER_PORT']: String(port),
  })
  started.push(run)
  const failure = run.ended.then((code) => {
    throw new Error(`ended with ${code}: ${JSON.stringify(run.output())}`)
  })
  const ready = vi.waitFor(async () => {
    const response = await fetch(`http://127.0.0.1:${port}/readyz`)
    expect(await response.json()).toEqual({ status: 'ready' })
  }, patience)
  await Promise.race([ready, failure])
  return run
}

/** Ends it by a signal, which it says nothing of, and gives its exit code once nothing is left of it. */
async function stop({ child, ended, output }: Run, signal: NodeJS.Signals) {
  child.kill(signal)
  const code = await ended
  expect(output().stderr).toBe('')
  await expect.poll(() => listProcesses(dataDir)).toEqual({})
  return code
}

it.each(['api', 'worker'] as const)(
  '%s is the program itself with nothing beside it, is ready, logs JSON, and ends well on SIGTERM',
  async (name) => {
    const program = await start(name)
    expect(await listProcesses(dataDir)).toEqual({ [name]: program.child.pid })
    const msg = name === 'api' ? 'listening' : 'the worker is running'
    const lines = program.output().stdout.trim().split('\n')
    expect(lines.map((line) => JSON.parse(line) as object)).toContainEqual(expect.objectContaining({ name, msg }))
    expect(await stop(program, 'SIGTERM')).toBe(0)
  },
)

it('the api logs as text where LOG_FORMAT says so, each request with its id and where it came from, and ends well on SIGINT', async () => {
  const program = await start('api', { LOG_FORMAT: 'text' })
  await fetch(`http://127.0.0.1:${port}/api/v1/me`, { headers: { 'x-request-id': 'asked-once' } })
  const request =
    /^\[\d{4}-.+Z\] INFO \(api\): request \{"request_id":"asked-once",.*"path":"\/api\/v1\/me","status":401,.*"ip":"127\.0\.0\.1"\}$/m
  await vi.waitFor(() => expect(program.output().stdout).toMatch(request), patience)
  expect(await stop(program, 'SIGINT')).toBe(0)
})

it('the worker ends well on SIGINT', async () => {
  expect(await stop(await start('worker'), 'SIGINT')).toBe(0)
})

it.each([
  ['api', 'DATABASE_URL', '', 'DATABASE_URL is not set: it must look like postgresql://'],
  ['worker', 'ENCRYPTION_KEY', '', 'ENCRYPTION_KEY is not set: it must be 32 bytes in base64'],
])(
  '%s does not start with %s=%s, says why, and is loaded without Node’s own fetch, which takes long and is not used',
  async (name, variable, value, message) => {
    const says = `data:text/javascript,process.on('exit',()=>console.log(JSON.stringify(process.moduleLoadList)))`
    const env = { ...settings(), [variable]: value, NODE_OPTIONS: `--import ${says}` }
    const { code, stdout, stderr } = await run([name], env)
    expect({ code, lines: stderr.split('\n') }).toEqual({ code: 1, lines: [expect.stringContaining(message), ''] })
    // The list is all that it prints.
    const loaded = JSON.parse(stdout) as string[]
    expect(loaded).toContain('NativeModule http')
    expect(loaded.filter((module) => module.includes('undici'))).toEqual([])
  },
)

it('worker does not start with WORKER_PORT=0, and says why', async () => {
  const { code, stdout, stderr } = await run(['worker'], { ...settings(), WORKER_PORT: '0' })
  expect({ code, stdout, lines: stderr.split('\n') }).toEqual({
    code: 1,
    stdout: '',
    lines: [expect.stringContaining('WORKER_PORT must be a port from 1 to 65535'), ''],
  })
})

it.each([
  ['the api does', {}],
  ['several processes of the api do', { API_PROCESSES: '2', REDIS_URL: 'redis://127.0.0.1:9' }],
])('%s not start when the port is taken, and say so in a sentence', async (_who, several) => {
  const taken = await takePort()
  const { code, stderr } = await run(['api'], { ...settings(), ...several, PORT: String(taken.port) })
  await taken.close()
  expect(code).toBe(1)
  expect(stderr).toMatch(/^PORT \d+ cannot be opened \(.*EADDRINUSE.*\): set it to a free port\n$/)
})

it('the worker does not start when its health port is taken', async () => {
  const taken = await takePort()
  const { code, stderr } = await run(['worker'], { ...settings(), WORKER_PORT: String(taken.port) })
  await taken.close()
  expect(code).toBe(1)
  expect(stderr).toMatch(/^WORKER_PORT \d+ cannot be opened \(.*EADDRINUSE.*\): set it to a free port, or unset it\n$/)
})

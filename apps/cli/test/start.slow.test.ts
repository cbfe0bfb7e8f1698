import { execFile, spawn } from 'node:child_process'
import { readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseEnv, promisify } from 'node:util'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { freePort } from '@matterbase/config/testing'
import { bin, listProcesses, makeDataDir, matterbase, patience, run, runHere } from './matterbase.ts'
import type { Kind, Run } from './matterbase.ts'

const execute = promisify(execFile)
let dataDir: string
let remove: () => Promise<void>
let port: number
let running: Run
let started: Run[] = []

beforeAll(async () => {
  ;({ dataDir, remove } = await makeDataDir())
})
afterAll(async () => {
  await end()
  await remove()
})

async function end() {
  for (const { child } of started) child.kill('SIGTERM')
  await Promise.all(started.map(({ ended }) => ended))
  started = []
}

/** Starts on the one data folder of this file, which each start finds as the one before left it. */
async function start(env: (port: number) => NodeJS.ProcessEnv = () => ({})): Promise<Run> {
  await end()
  port = await freePort()
  const run = matterbase(['start'], { DATA_DIR: dataDir, PORT: String(port), ...env(port) })
  started.push(run)
  await waitForOutput(run, 'Matterbase is running')
  return run
}

async function waitForOutput(run: Run, text: string) {
  const failure = run.ended.then((code) => {
    throw new Error(`ended with ${code}: ${JSON.stringify(run.output())}`)
  })
  const waiting = vi.waitFor(() => expect(run.output().stdout).toContain(text), patience)
  await Promise.race([waiting, failure])
}

async function signal(kind: Kind, signalName: NodeJS.Signals) {
  const { [kind]: pid } = await listProcesses(dataDir)
  if (!pid) throw new Error(`There is no ${kind}`)
  process.kill(pid, signalName)
}

const readDemo = async () => parseEnv(await readFile(join(dataDir, 'demo.env'), 'utf8'))

const get = (path: string, key?: string) => ask(path, key ? { headers: { authorization: `Bearer ${key}` } } : {})

async function ask(path: string, init: RequestInit): Promise<{ status: number; body: unknown }> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, init)
  return { status: response.status, body: await response.json() }
}

/** Asks for webhooks to an address that is not public. */
async function addPrivateTarget() {
  const headers = {
    authorization: `Bearer ${(await readDemo()).MATTERBASE_API_KEY}`,
    'content-type': 'application/json',
  }
  const body = JSON.stringify({ url: 'http://127.0.0.1:9/hook', events: ['matter.created'] })
  return ask('/api/v1/webhooks', { method: 'POST', headers, body })
}

const waitUntilServing = async () =>
  vi.waitFor(async () => expect(await get('/readyz').catch(() => null)).toMatchObject({ status: 200 }), patience)

const expectAll = async () =>
  expect(Object.keys(await listProcesses(dataDir)).toSorted()).toEqual(['api', 'guard', 'postgres', 'start', 'worker'])

/** The exit code of a start that was told to stop, once it has said so and nothing is left of it. */
async function codeOf({ ended, output }: Run) {
  const code = await ended
  expect(output()).toMatchObject({ stderr: '', stdout: expect.stringMatching(/Stopping …\nStopped\.\n$/) })
  await expect.poll(() => listProcesses(dataDir)).toEqual({})
  return code
}

/** Leaves of the running start nothing but its database. */
async function killAroundPostgres() {
  const { postgres } = await listProcesses(dataDir)
  await signal('guard', 'SIGKILL')
  running.child.kill('SIGKILL')
  await vi.waitFor(async () => expect(await listProcesses(dataDir)).toEqual({ postgres }), patience)
  return postgres
}

describe('the first start', () => {
  /** The content of demo.env, and the output, as soon as the API is ready. */
  let early: NodeJS.Dict<string>
  let printed: string
  beforeAll(async () => {
    port = await freePort()
    const env = { DATA_DIR: dataDir, PORT: String(port), PUBLIC_URL: `http://127.0.0.1:${port}/` }
    running = matterbase(['start'], env)
    started.push(running)
    while ((await get('/readyz').catch(() => null))?.status !== 200)
      if (running.child.exitCode !== null) throw new Error(JSON.stringify(running.output()))
    printed = running.output().stdout
    early = await readDemo()
    await waitForOutput(running, 'Matterbase is running')
  })

  it('has written demo.env once it is ready', async () => {
    expect(early).toEqual(await readDemo())
    expect(early.MATTERBASE_TEST_API_KEY).toMatch(/^mb_test_/)
  })

  it('has printed the addresses, the login and the test key once it is ready, and that it runs last', async () => {
    const { MATTERBASE_BASE_URL: api, MATTERBASE_API_KEY: key, MATTERBASE_DEMO_PASSWORD: password } = early
    for (const text of ['Matterbase is starting', api, `http://127.0.0.1:${port}/docs`, key, password, 'curl -H'])
      expect(printed).toContain(text)
    expect(running.output().stdout).toMatch(/\n\n(?:.* WARN .*\n)*Matterbase is running\. Press Ctrl-C to stop it\.\n$/)
  })

  it('makes a demo account whose test key, file and curl line work as printed', async () => {
    const demo = await readDemo()
    expect(demo).toMatchObject({
      MATTERBASE_BASE_URL: `http://127.0.0.1:${port}/api/v1`,
      MATTERBASE_API_KEY: expect.stringMatching(/^mb_test_/),
      MATTERBASE_TEST_API_KEY: demo.MATTERBASE_API_KEY,
      MATTERBASE_LIVE_API_KEY: expect.stringMatching(/^mb_live_/),
    })
    expect((await stat(join(dataDir, 'demo.env'))).mode & 0o777).toBe(0o600)
    const { stdout } = running.output()
    for (const text of [demo.MATTERBASE_BASE_URL, demo.MATTERBASE_API_KEY, demo.MATTERBASE_DEMO_PASSWORD, '/docs'])
      expect(stdout).toContain(text)
    expect(stdout).not.toContain(demo.MATTERBASE_LIVE_API_KEY)
    const line = /^ *(curl .+)$/m.exec(stdout)?.[1] ?? ''
    const me = await execute('sh', ['-c', `${line} -s`])
    expect(JSON.parse(me.stdout)).toMatchObject({ key: { environment: 'test', rate_tier: 'enterprise' } })
    expect((await get('/api/v1/matters', demo.MATTERBASE_LIVE_API_KEY)).body).toMatchObject({ count: 0 })
    expect((await get('/api/v1/matters', demo.MATTERBASE_API_KEY)).body).toMatchObject({ count: 6 })
  })

  it('lets no program connect as a superuser of the embedded database', async () => {
    const { databasePassword } = JSON.parse(await readFile(join(dataDir, 'secrets.json'), 'utf8')) as Record<
      string,
      string
    >
    expect((await stat(join(dataDir, 'secrets.json'))).mode & 0o777).toBe(0o600)
    const pid = await readFile(join(dataDir, 'postgres', 'data', 'postmaster.pid'), 'utf8')
    const databasePort = Number(pid.split('\n')[3])
    const client = new Client({
      connectionString: `postgresql://matterbase:${databasePassword}@127.0.0.1:${databasePort}/matterbase`,
    })
    await client.connect()
    const { rows } = await client.query<{ usename: string; rolsuper: boolean; count: number }>(
      `SELECT usename, rolsuper, count(*)::int FROM pg_stat_activity JOIN pg_roles ON pg_roles.oid = usesysid
       WHERE pid <> pg_backend_pid() AND backend_type = 'client backend' GROUP BY 1, 2`,
    )
    await client.end()
    expect(rows).toEqual([{ usename: 'matterbase_app', rolsuper: false, count: expect.any(Number) }])
    // The start's own, the api's and the worker's; how many each has just now is its own affair.
    expect(rows[0]?.count).toBeGreaterThanOrEqual(3)
    for (const kind of ['api', 'worker'] as const) {
      const { [kind]: pid } = await listProcesses(dataDir)
      expect(await readFile(`/proc/${pid}/environ`, 'utf8')).not.toContain(databasePassword)
    }
  })

  it('serves the other commands, and no second start', async () => {
    const keys = await runHere(['keys', 'list', '--account', 'demo@matterbase.local', '--json'], { DATA_DIR: dataDir })
    expect(JSON.parse(keys.stdout)).toHaveLength(2)
    const second = await run(['start'], { DATA_DIR: dataDir, PORT: String(await freePort()) })
    const message = `DATA_DIR ${dataDir} is in use by another start (process ${running.child.pid}): stop that start, or set DATA_DIR to another folder`
    expect(second).toEqual({ code: 1, stdout: '', stderr: `matterbase: ${message}\n` })
    expect((await get('/readyz')).status).toBe(200)
  })

  it('leaves no process after SIGTERM', async () => {
    await expectAll()
    running.child.kill('SIGTERM')
    expect(await codeOf(running)).toBe(0)
  })
})

describe('the next start', () => {
  let demo: NodeJS.Dict<string>
  beforeAll(async () => {
    demo = await readDemo()
    running = await start(() => ({ LOG_LEVEL: 'info', LOG_FORMAT: 'json' }))
  })

  it('keeps the data, and prints where the keys and the password are instead of them', async () => {
    expect(await readDemo()).toEqual({ ...demo, MATTERBASE_BASE_URL: `http://localhost:${port}/api/v1` })
    const { stdout } = running.output()
    expect(demo.MATTERBASE_DEMO_PASSWORD).toMatch(/^[\w-]{16}$/)
    for (const secret of [demo.MATTERBASE_DEMO_PASSWORD, demo.MATTERBASE_API_KEY, demo.MATTERBASE_LIVE_API_KEY])
      expect(stdout).not.toContain(secret)
    expect(stdout).toMatch(`Test key    in ${join(dataDir, 'demo.env')}`)
    const line = /^ *(\(\. .+curl .+\))$/m.exec(stdout)?.[1] ?? ''
    const me = await execute('sh', ['-c', line])
    expect(JSON.parse(me.stdout)).toMatchObject({ key: { environment: 'test', rate_tier: 'enterprise' } })
    expect(stdout).toContain(`demo@matterbase.local, password in ${join(dataDir, 'demo.env')}`)
    expect((await get('/api/v1/me', demo.MATTERBASE_API_KEY)).status).toBe(200)
  })

  it('hands on what its programs log, a whole line at a time', async () => {
    const logged = () =>
      (running.output().stdout.match(/^\{.*\}$/gm) ?? []).map((line) => JSON.parse(line) as Record<string, unknown>)
    const request = { name: 'api', msg: 'request', path: '/readyz', ip: '127.0.0.1', request_id: expect.any(String) }
    await expect.poll(logged).toContainEqual(expect.objectContaining(request))
    await expect.poll(logged).toContainEqual(expect.objectContaining({ name: 'worker', msg: 'the worker is running' }))
  })

  it('starts a program again that dies, and PostgreSQL too', async () => {
    await signal('api', 'SIGKILL')
    await signal('worker', 'SIGKILL')
    await waitForOutput(running, 'The api ended (SIGKILL), and is started again')
    await waitForOutput(running, 'The worker ended (SIGKILL), and is started again')
    await vi.waitFor(async () => expect(Object.keys(await listProcesses(dataDir))).toHaveLength(5), patience)
    await waitUntilServing()
    await signal('postgres', 'SIGKILL')
    await waitForOutput(running, 'PostgreSQL ended, and was started again')
    await waitUntilServing()
    expect((await get('/api/v1/matters', (await readDemo()).MATTERBASE_TEST_API_KEY)).body).toMatchObject({ count: 6 })
  })

  it('starts with all data after every process was killed', async () => {
    for (const pid of Object.values(await listProcesses(dataDir))) process.kill(pid, 'SIGKILL')
    expect(await running.ended).toBe('SIGKILL')
    running = await start()
    expect((await get('/api/v1/matters', (await readDemo()).MATTERBASE_TEST_API_KEY)).body).toMatchObject({ count: 6 })
  })
})

describe('a start that the network can reach, after one that was killed', () => {
  let left: number | undefined
  beforeAll(async () => {
    left = await killAroundPostgres()
    // So that it has to make the demo keys.
    await rm(join(dataDir, 'demo.env'))
    running = await start(() => ({ HOST: '0.0.0.0' }))
  })

  it('takes over a database that was left running', async () => {
    expect(running.output().stdout).toContain('Took over the database')
    expect(await listProcesses(dataDir)).toMatchObject({ postgres: left })
  })

  it('takes no private webhook targets, gives every demo key a limit, and warns that it is not encrypted', async () => {
    expect((await addPrivateTarget()).status).toBe(400)
    const { stdout } = await runHere(['keys', 'list', '--account', 'demo@matterbase.local', '--json'], {
      DATA_DIR: dataDir,
    })
    const keys = JSON.parse(stdout) as { rate_tier: string }[]
    expect(keys.map(({ rate_tier: tier }) => tier)).toEqual(['pro', 'pro', 'pro', 'pro'])
    await expect.poll(() => running.output().stdout).toContain('The demo account had no rate limit')
    await expect.poll(() => running.output().stdout).toContain('Webhooks go to public https addresses only')
    expect(running.output().stdout).toContain(
      `Not encrypted: other machines can reach this server (HOST is 0.0.0.0), and PUBLIC_URL http://localhost:${port} is not https`,
    )
  })

  it('does not wait for a program that hangs once SIGINT tells it twice, and leaves no process', async () => {
    const { child, output } = running
    await expectAll()
    await signal('api', 'SIGSTOP')
    child.kill('SIGINT')
    await vi.waitFor(() => expect(output().stdout).toContain('Stopping'), patience)
    // As long as it waits: one that comes when all is over could meet a process that has let go of its signals.
    const tellAgain = async () => {
      if ('api' in (await listProcesses(dataDir)) && child.kill('SIGINT')) throw new Error('The api is there yet')
    }
    await vi.waitFor(tellAgain, { ...patience, interval: 200 })
    expect(await codeOf(running)).toBe(0)
  })
})

describe('a start that the network reaches by https', () => {
  beforeAll(async () => {
    const env = { WEBHOOK_ALLOW_PRIVATE: 'true', PUBLIC_URL: 'https://matterbase.example.com' }
    running = await start(() => ({ HOST: '0.0.0.0', ...env }))
  })

  it('takes private webhook targets when WEBHOOK_ALLOW_PRIVATE says so, and needs no warning', async () => {
    expect((await addPrivateTarget()).status).toBe(201)
    await expect.poll(() => running.output().stdout).toContain('WEBHOOK_ALLOW_PRIVATE is true')
    expect(running.output().stdout).not.toContain('Not encrypted')
  })

  it('leaves nothing running when it is killed alone', async () => {
    running.child.kill('SIGKILL')
    await vi.waitFor(async () => expect(await listProcesses(dataDir)).toEqual({}), patience)
  })
})

it('leaves no process when SIGHUP stops it before it is ready', async () => {
  const run = matterbase(['start'], { DATA_DIR: dataDir, PORT: String(await freePort()) })
  started.push(run)
  await vi.waitFor(async () => expect(await listProcesses(dataDir)).toHaveProperty('postgres'), patience)
  run.child.kill('SIGHUP')
  expect(await codeOf(run)).toBe(0)
})

it('ends when a package manager that runs it is killed', async () => {
  // Known by its name, as npx is.
  const script = `const { spawn } = require('node:child_process'); spawn(...JSON.parse(process.argv[2]), { stdio: 'inherit' })`
  const file = join(dataDir, '..', 'npx')
  await writeFile(file, script)
  const env = { PATH: process.env.PATH, DATA_DIR: dataDir, PORT: String(await freePort()) }
  const npx = spawn(
    process.execPath,
    [file, JSON.stringify(['sh', ['-c', `"${process.execPath}" "${bin}" start; exit`]])],
    { env },
  )
  let stdout = ''
  npx.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()))
  await vi.waitFor(() => expect(stdout).toContain('Matterbase is running'), patience)
  npx.kill('SIGKILL')
  await vi.waitFor(async () => expect(await listProcesses(dataDir)).toEqual({}), patience)
})

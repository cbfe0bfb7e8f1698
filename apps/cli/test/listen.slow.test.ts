import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { createTestDatabase } from '@matterbase/db/testing'
import type { TestDatabase } from '@matterbase/db/testing'
import { eventKinds } from '@matterbase/schemas'
import { main } from '@matterbase/sdk/cli'
import { constructEvent } from '@matterbase/sdk/webhooks'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { freePort } from '@matterbase/config/testing'
import { listProcesses, makeDataDir, matterbase, patience, run, runHere } from './matterbase.ts'
import type { Run } from './matterbase.ts'

/** The same commands in the SDK's own program. */
const sdkBin = fileURLToPath(new URL('../../../packages/sdk/bin/matterbase.js', import.meta.url))
const email = 'ada@example.com'

let database: TestDatabase
let folder: Awaited<ReturnType<typeof makeDataDir>>
let server: Run
let baseUrl: string
let env: NodeJS.ProcessEnv
let liveKey: string
let receiver: Awaited<ReturnType<typeof startReceiver>>
let listening: Run[] = []

beforeAll(async () => {
  database = await createTestDatabase()
  folder = await makeDataDir()
  const port = await freePort()
  baseUrl = `http://127.0.0.1:${port}/api/v1`
  server = matterbase(['start'], {
    DATA_DIR: folder.dataDir,
    DATABASE_URL: database.url,
    ENCRYPTION_KEY: randomBytes(32).toString('base64'),
    HOST: '127.0.0.1',
    PORT: String(port),
    WEBHOOK_ALLOW_PRIVATE: 'true',
    WEBHOOK_RETRY_SCHEDULE: '0,0.5,0.5,0.5,1,1,1,1',
  })
  await waitForOutput(server, 'Matterbase is running')
  await runHere(['accounts', 'create', '--email', email, '--password', 'correct horse battery'], db())
  env = { MATTERBASE_BASE_URL: baseUrl, MATTERBASE_TEST_API_KEY: await newKey('test') }
  liveKey = await newKey('live')
})
afterAll(async () => {
  server.child.kill('SIGTERM')
  await server.ended
  await folder.remove()
  await database.close()
})
beforeEach(async () => {
  receiver = await startReceiver()
})
afterEach(async () => {
  for (const { child } of listening) child.kill('SIGKILL')
  await Promise.all(listening.map(({ ended }) => ended))
  listening = []
  await receiver.close()
  for (const { id } of await endpoints()) await api('DELETE', `/webhooks/${id}`)
})

const db = () => ({ DATABASE_URL: database.url, HOST: '127.0.0.1' })

async function newKey(environment: 'live' | 'test'): Promise<string> {
  const args = ['keys', 'create', '--account', email, '--name', 'x', '--tier', 'enterprise', '--json']
  const { stdout } = await runHere([...args, '--environment', environment], db())
  return (JSON.parse(stdout) as { key: string }).key
}

async function waitForOutput({ output, ended }: Run, text: string | RegExp) {
  const failure = ended.then((code) => {
    throw new Error(`ended with ${code}: ${JSON.stringify(output())}`)
  })
  failure.catch(() => undefined)
  const printed = () => output().stdout + output().stderr
  const waiting = vi.waitFor(
    () => (typeof text === 'string' ? expect(printed()).toContain(text) : expect(printed()).toMatch(text)),
    patience,
  )
  await Promise.race([waiting, failure])
}

async function api<T = unknown>(method: string, path: string, body?: object): Promise<T> {
  const response = await fetch(baseUrl + path, {
    method,
    headers: { authorization: `Bearer ${env['MATTERBASE_TEST_API_KEY']}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
  return (await response.json()) as T
}

const endpoints = async () => (await api<{ webhooks: { id: number; url: string }[] }>('GET', '/webhooks')).webhooks

/** A real receiver that keeps what it got. */
async function startReceiver() {
  const requests: { headers: Record<string, string>; names: string[]; body: string }[] = []
  const here = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const headers = request.headers as Record<string, string>
      const names = request.rawHeaders.filter((_value, at) => at % 2 === 0)
      requests.push({ headers, names, body: Buffer.concat(chunks).toString() })
      response.writeHead(204).end()
    })
  })
  const start = async (port: number) => void (await once(here.listen(port, '127.0.0.1'), 'listening'))
  const stop = async () => {
    if (!here.listening) return
    here.closeAllConnections()
    await new Promise((resolve) => here.close(resolve))
  }
  await start(0)
  const { port } = here.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/hooks`, requests, stop, start: () => start(port), close: stop }
}

/** A listener that is ready, and its secret. */
async function listen(more: string[] = [], program?: string) {
  const listener = matterbase(['listen', '--forward-to', receiver.url, ...more], env, [], program)
  listening.push(listener)
  await waitForOutput(listener, 'Signing secret: ')
  const [, secret = ''] = /Signing secret: (whsec_\S+)/.exec(listener.output().stdout) ?? []
  return { ...listener, secret }
}

const titles = () =>
  receiver.requests.map(({ body }) => (JSON.parse(body) as { data: { title: string } }).data.title).toSorted()

const trigger = (event: string, fields: object = {}) =>
  runHere(['trigger', event, '--data', JSON.stringify(fields), '--json'], env)

describe('listen', () => {
  it('forwards what a delivery is, byte for byte, with its headers and a signature that verifies', async () => {
    const direct = await startReceiver()
    try {
      await api('POST', '/webhooks', { url: direct.url, events: ['matter.created'] })
      const { secret, child, ended, output } = await listen()
      await trigger('matter.created', { title: 'Æther & Søn', estimated_hours: 12.5 })
      await vi.waitFor(() => expect([receiver.requests.length, direct.requests.length]).toEqual([1, 1]), patience)
      const [forwarded, delivered] = [receiver.requests[0], direct.requests[0]]
      const event = await constructEvent(forwarded?.body ?? '', forwarded?.headers ?? {}, secret)
      expect(event).toMatchObject({ event: 'matter.created', environment: 'test', data: { title: 'Æther & Søn' } })
      const ownOf = (names: string[] = []) =>
        names.map((name) => name.toLowerCase()).filter((name) => !['host', 'connection'].includes(name))
      expect(ownOf(forwarded?.names).toSorted()).toEqual(ownOf(delivered?.names).toSorted())
      expect(forwarded?.headers['user-agent']).toBe(delivered?.headers['user-agent'])
      expect(forwarded?.headers['x-service-event-id']).toBe(delivered?.headers['x-service-event-id'])
      await waitForOutput({ child, ended, output }, /matter\.created +204 {2}\d+ ms {2}[0-9a-f-]{36}/)
    } finally {
      await direct.close()
    }
  })

  it.each([
    ['matterbase', 'SIGINT', undefined],
    ['matterbase', 'SIGTERM', undefined],
    ["the SDK's matterbase", 'SIGINT', sdkBin],
  ] as const)('of %s ends its endpoint on %s, and says so', async (_name, signal, program) => {
    const { child, ended, output } = await listen([], program)
    expect(await endpoints()).toHaveLength(1)
    child.kill(signal)
    expect([await ended, output().stderr]).toEqual([0, ''])
    expect(output().stdout).toContain('Stopped. The endpoint is removed.')
    expect(await endpoints()).toEqual([])
  })

  it('that was killed leaves an endpoint, which the next one ends; the secret stays the same', async () => {
    const killed = await listen()
    killed.child.kill('SIGKILL')
    await killed.ended
    const [left] = await endpoints()
    await database.db.run`UPDATE test_inboxes SET seen_at = now() - interval '3 minutes'`
    const { secret } = await listen()
    expect(secret).toBe(killed.secret)
    const now = await endpoints()
    expect([now.length, now.some(({ id }) => id === left?.id)]).toEqual([1, false])
    await trigger('matter.created', { title: 'after' })
    await vi.waitFor(() => expect(titles()).toEqual(['after']), patience)
  })

  it('goes on when the server ended it meanwhile', async () => {
    const { child, ended, output } = await listen()
    for (const { id } of await endpoints()) await api('DELETE', `/webhooks/${id}`)
    await waitForOutput({ child, ended, output }, 'A new listener forwards events from now on')
    await trigger('matter.created', { title: 'again' })
    await vi.waitFor(() => expect(titles()).toEqual(['again']), patience)
  })

  it('gets the events that it names, beside another that names others', async () => {
    const clients = await listen(['--events', 'client.created, lead.created'])
    const matters = await listen(['--events', 'matter.created'])
    await trigger('client.created')
    await trigger('matter.created')
    await waitForOutput(clients, /client\.created +204/)
    await waitForOutput(matters, /matter\.created +204/)
    expect(clients.output().stdout).not.toMatch(/matter\.created +\d/)
    expect(matters.output().stdout).not.toMatch(/client\.created +\d/)
  })

  it('comes back when the server is away for a while, without losing or repeating an event', async () => {
    const { child, ended, output } = await listen()
    await trigger('matter.created', { title: 'before' })
    await vi.waitFor(() => expect(titles()).toEqual(['before']), patience)
    const { api: pid } = await listProcesses(folder.dataDir)
    if (!pid) throw new Error('There is no api')
    process.kill(pid, 'SIGKILL')
    await waitForOutput({ child, ended, output }, 'The connection is lost')
    await vi.waitFor(async () => expect((await trigger('matter.created', { title: 'after' })).code).toBe(0), patience)
    await waitForOutput({ child, ended, output }, 'The connection is back.')
    await vi.waitFor(() => expect(new Set(titles())).toEqual(new Set(['before', 'after'])), patience)
    const ids = receiver.requests.map(({ headers }) => headers['x-service-delivery'])
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('says that the receiver is down, and goes on once it is back', async () => {
    const { child, ended, output } = await listen()
    await receiver.stop()
    await trigger('matter.created')
    await waitForOutput({ child, ended, output }, /matter\.created +failed: connection refused/)
    await receiver.start()
    await trigger('matter.created', { title: 'up' })
    await vi.waitFor(() => expect(titles()).toEqual(['up']), patience)
  })

  it('speaks JSON, a value on a line', async () => {
    const listener = matterbase(['listen', '--forward-to', receiver.url, '--json'], env)
    listening.push(listener)
    await waitForOutput(listener, '"forward_to"')
    await trigger('client.created')
    await waitForOutput(listener, '"status"')
    const [ready, report] = listener.output().stdout.trim().split('\n')
    expect(JSON.parse(ready ?? '')).toMatchObject({
      secret: expect.stringMatching(/^whsec_/),
      forward_to: receiver.url,
    })
    expect(JSON.parse(report ?? '')).toMatchObject({ event: 'client.created', status: 204, error: null })
  })

  it('ends with a sentence when its key is revoked', async () => {
    const key = await newKey('test')
    const listener = matterbase(['listen', '--forward-to', receiver.url, '--api-key', key], env)
    listening.push(listener)
    await waitForOutput(listener, 'Signing secret')
    await database.db.run`UPDATE api_keys SET revoked_at = now() WHERE id = (SELECT max(id) FROM api_keys)`
    // It asks again once it has been told of something.
    await trigger('client.created')
    expect(await listener.ended).toBe(1)
    expect(listener.output().stderr).toContain('This API key is unknown, revoked or expired')
  })
})

describe('trigger', () => {
  it('makes each kind of event happen, and it is forwarded', async () => {
    const { secret } = await listen()
    for (const kind of eventKinds) {
      const { code, stdout, stderr } = await trigger(kind)
      expect({ kind, code, stderr }).toEqual({ kind, code: 0, stderr: '' })
      expect(JSON.parse(stdout)).toMatchObject({ event: kind })
      const isHere = ({ headers }: { headers: Record<string, string> }) => headers['x-service-event'] === kind
      await vi.waitFor(() => expect(receiver.requests.some(isHere), kind).toBe(true), patience)
      const { body, headers } = receiver.requests.find(isHere) ?? { body: '', headers: {} }
      expect(await constructEvent(body, headers, secret)).toMatchObject({ event: kind })
    }
  })

  it('writes the fields that it is given', async () => {
    const { stdout } = await trigger('invoice.paid', { total_amount: 99.5, invoice_number: 'T-1' })
    expect(JSON.parse(stdout)).toMatchObject({
      event: 'invoice.paid',
      data: { total_amount: 99.5, invoice_number: 'T-1', status: 'paid' },
    })
  })

  it('prints the record for people too', async () => {
    const { stdout } = await runHere(['trigger', 'client.created', '--data', '{"company_name":"Moss"}'], env)
    expect(stdout).toMatch(/^client\.created happened:\n\{\n/)
    expect(stdout).toContain('"company_name": "Moss"')
  })

  it.each([
    ['matter.opened', [], 'No event "matter.opened": use one of'],
    ['matter.created', ['--data', '{'], '--data must be a JSON object'],
    ['matter.created', ['--data', '[]'], '--data must be a JSON object'],
    ['matter.created', ['--data', '{"titel":"x"}'], 'titel: is not a known field'],
    ['matter.created', ['--data', '{"title":"","status":"Open"}'], 'title: '],
    ['invoice.paid', ['--data', '{"total_amount":-1}'], 'total_amount: '],
    ['ping.test', [], 'The test workspace has no webhook endpoint: run matterbase listen'],
  ])('refuses %s %j in sentences', async (event, more, sentence) => {
    const { code, stdout, stderr } = await runHere(['trigger', event, ...more], env)
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toContain(sentence)
  })

  it('refuses a lead that is there already', async () => {
    const fields = { email: 'jane@example.com' }
    expect((await trigger('lead.created', fields)).code).toBe(0)
    expect((await trigger('lead.created', fields)).stderr).toContain('A lead with this email address exists')
  })
})

/** The SDK's program, in this process. */
async function runSdk(args: string[], source: NodeJS.ProcessEnv) {
  const output = { stdout: '', stderr: '' }
  const code = await main({
    args,
    source,
    print: (text) => (output.stdout += `${text}\n`),
    printError: (text) => (output.stderr += `${text}\n`),
  })
  return { code, ...output }
}

describe.each([
  ['matterbase', runHere],
  ["the SDK's matterbase", runSdk],
])('%s', (_name, call) => {
  const listenArgs = ['listen', '--forward-to', 'http://localhost:1']

  it('has help for both', async () => {
    for (const name of ['listen', 'trigger']) {
      const { code, stdout, stderr } = await call([name, '--help'], {})
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
      expect(stdout).toContain(`  matterbase ${name} `)
      expect(stdout).toContain('--api-key')
    }
    expect((await call(['--help'], {})).stdout).toMatch(/matterbase listen +Forwards [^]*matterbase trigger +Causes /)
  })

  it.each([
    ['there is no base URL', listenArgs, { MATTERBASE_BASE_URL: '' }, 'set MATTERBASE_BASE_URL'],
    ['there is no key', listenArgs, { MATTERBASE_TEST_API_KEY: '' }, 'set MATTERBASE_TEST_API_KEY'],
    ['the key is none', listenArgs, { MATTERBASE_TEST_API_KEY: 'x' }, 'not an API key of a test workspace'],
    ['the target is none', ['listen', '--forward-to', 'ftp://x'], {}, '--forward-to must be an address'],
    ['there is no target', ['listen'], {}, 'listen needs --forward-to; see matterbase listen --help'],
    ['an option is unknown', ['trigger', 'x', '--date', '{}'], {}, "Unknown option '--date'; see matterbase trigger"],
    ['there is no event', ['trigger'], {}, 'Usage: matterbase trigger EVENT [--data JSON]'],
  ])('says so when %s', async (_case, args, variables, sentence) => {
    const { code, stdout, stderr } = await call(args, { ...env, ...variables })
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toContain(sentence)
    expect(stderr).toMatch(/^matterbase: [^\n]+\n$/)
  })

  it('refuses a live key without a request', async () => {
    for (const args of [listenArgs, ['trigger', 'matter.created']]) {
      const { code, stderr } = await call([...args, '--api-key', liveKey, '--base-url', 'http://127.0.0.1:1'], {})
      expect([code, stderr]).toEqual([1, expect.stringContaining('This API key belongs to a live workspace')])
    }
  })
})

it.each([
  ['the key is wrong', [], { MATTERBASE_TEST_API_KEY: `mb_test_${'x'.repeat(43)}` }, 'This API key is unknown'],
  ['nothing answers', [], { MATTERBASE_BASE_URL: 'http://127.0.0.1:1/api/v1' }, 'matterbase: '],
  ['an event is none', ['--events', 'matter.opened'], {}, 'events[0]: '],
])('listen says so when %s', async (_case, more, variables, sentence) => {
  const { code, stdout, stderr } = await run(
    ['listen', '--forward-to', 'http://localhost:1', ...more],
    { ...env, ...variables },
    [],
    sdkBin,
  )
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  expect(stderr).toContain(sentence)
})

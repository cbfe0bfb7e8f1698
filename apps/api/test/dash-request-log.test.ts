import { int, text } from '@matterbase/db'
import { forgetRequests } from '@matterbase/domain'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { requestRecorder } from '../src/http/log/request-recorder.ts'
import { join, signIn } from './dash-browser.ts'
import type { Browser } from './dash-browser.ts'
import { startApi } from './harness.ts'
import type { Api } from './harness.ts'

let api: Api
let owner: Browser
let key: string

beforeAll(async () => {
  api = await startApi()
  owner = await signIn(api)
  key = await api.key({ email: owner.email, environment: 'test' })
})
afterAll(() => api.close())

const list = async (query = '', session = owner) => (await session.call('GET', `/test/request-log${query}`)).rows
const one = async (ref: string) => (await owner.call('GET', `/test/request-log/${ref}`)).body.data

/** The logged request that has this id, once it is there. */
async function logged(requestId: string | null) {
  await expect.poll(() => list(`?request_id=${requestId}`), { timeout: 60_000, interval: 50 }).toHaveLength(1)
  return one(String(requestId))
}

it('lists the other requests with an X-Request-Id that a caller repeats', async () => {
  const headers = { 'x-request-id': 'repeated-1' }
  const paths = ['/matters/999', '/me', '/me']
  for (const path of paths) await api.call('GET', path, { key, headers })
  await expect.poll(() => list('?request_id=repeated-1'), { timeout: 60_000, interval: 50 }).toHaveLength(3)
  const { body } = await owner.call('GET', '/test/request-log/repeated-1')
  expect(body.data).toMatchObject({ path: '/me', request_id: 'repeated-1' })
  expect(body['others']).toMatchObject([
    { path: '/me', request_id: 'repeated-1' },
    { path: '/matters/999', status: 404 },
  ])
  const [other] = body['others'] as { id: number }[]
  const again = (await owner.call('GET', `/test/request-log/${other?.id}`)).body
  expect([again.data.id, (again['others'] as object[]).length]).toEqual([other?.id, 2])
  expect((await owner.call('GET', `/live/request-log/repeated-1`)).status).toBe(404)
})

describe('a call of the API', () => {
  it('stands in the log within 2 s, with what was asked, by which key, and what was answered', async () => {
    const headers = { 'user-agent': 'crm/2.1' }
    const body = { title: 'Żółć v. Ωμέγα', colour: 'red' }
    const reply = await api.call('POST', '/matters?x=1', { key, body, headers })
    const entry = await logged(reply.headers.get('x-request-id'))
    expect(entry).toMatchObject({
      method: 'POST',
      path: '/matters',
      query: 'x=1',
      operation: 'createMatter',
      status: 201,
      error_code: null,
      user_agent: 'crm/2.1',
      request_body: JSON.stringify(body),
      response_body: reply.text,
    })
    expect(entry['duration_ms']).toBeGreaterThan(0)
  })

  it('that fails is there too, with its code: bad input, a missing record, a missing scope, one too many', async () => {
    const few = await api.key({ email: owner.email, environment: 'test', scopes: ['matters:write'], tier: 'free' })
    const replies = [
      await api.call('POST', '/matters', { key, body: {} }),
      await api.call('GET', '/matters/999', { key }),
      await api.call('GET', '/clients', { key: few }),
      await api.call('PUT', '/invoices', { key, body: {} }),
    ]
    let last = replies[0]
    while (last?.status !== 429) last = await api.call('GET', '/me', { key: few })
    const codes = []
    for (const { headers } of [...replies, last]) codes.push((await logged(headers.get('x-request-id')))['error_code'])
    expect(codes).toEqual([
      'validation_failed',
      'not_found',
      'insufficient_scope',
      'method_not_allowed',
      'rate_limited',
    ])
  })

  it('keeps what was answered to writes and of errors, not to reads that went well', async () => {
    const read = await api.call('GET', '/me', { key })
    const missing = await api.call('GET', '/matters/998', { key })
    expect((await logged(read.headers.get('x-request-id')))['response_body']).toBeNull()
    expect((await logged(missing.headers.get('x-request-id')))['response_body']).toBe(missing.text)
  })

  it('with a key that nobody has is not: it belongs to no workspace', async () => {
    const { headers } = await api.call('GET', '/me', { key: 'mb_test_none' })
    await logged((await api.call('GET', '/me', { key })).headers.get('x-request-id'))
    expect(await list(`?request_id=${headers.get('x-request-id')}`)).toEqual([])
  })

  it('leaves no secret behind, wherever it stood', async () => {
    const created = await api.call('POST', '/webhooks', {
      key,
      body: { url: `https://example.com/?key=${key}`, events: ['ping.test'], description: `Bearer ${key}` },
      headers: { 'user-agent': `bot ${key}` },
    })
    const id = created.headers.get('x-request-id')
    const { response_body: body } = await logged(id)
    expect(JSON.parse(String(body))).toMatchObject({ secret: 'whsec_…', url: 'https://example.com/?key=mb_test_…' })
    const [row] = await api.db.rows({ text: text })`
      SELECT request_logs::text AS text FROM request_logs WHERE request_id = ${id}`
    const { secret } = created.body as unknown as { secret: string }
    for (const part of [key.slice(8), secret.slice(6)]) expect(row?.text).not.toContain(part)
  })

  it('keeps the first 16 KiB of each body', async () => {
    const body = { title: 'Long', description: '€'.repeat(20_000) }
    const entry = await logged((await api.call('POST', '/matters', { key, body })).headers.get('x-request-id'))
    for (const name of ['request_body', 'response_body']) {
      const text = String(entry[name])
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(16 * 1024)
      expect(Buffer.byteLength(text)).toBeGreaterThan(16 * 1024 - 4)
      expect(text).not.toContain('\uFFFD')
    }
  })

  it('keeps no more of a body that is no text: without a beginning its characters have no end', async () => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
    const body = Buffer.alloc(20_000, 0x80)
    const reply = await fetch(`${api.baseUrl}/matters`, { method: 'POST', headers, body })
    expect(reply.status).toBe(400)
    const { request_body: kept } = await logged(reply.headers.get('x-request-id'))
    expect(String(kept).length).toBeLessThanOrEqual(16 * 1024)
    expect(String(kept).length).toBeGreaterThan(16 * 1024 - 4)
  })
})

it('is narrowed by status, method, path, key and request id, and walked to its end by cursor', async () => {
  const mine = await signIn(api)
  const email = mine.email
  const [a, b] = [await api.key({ email, environment: 'test' }), await api.key({ email, environment: 'test' })]
  for (let n = 0; n < 3; n++) await api.call('POST', '/matters', { key: a, body: { title: `M${n}` } })
  await api.call('POST', '/clients', { key: b, body: {} })
  await api.call('GET', '/matters/77', { key: b })
  await expect.poll(() => list('', mine)).toHaveLength(5)
  const { id } = (await api.call('GET', '/me', { key: b })).body['key'] as { id: number }
  await expect.poll(() => list('', mine)).toHaveLength(6)
  const paths = async (query: string) =>
    (await list(query, mine)).map(({ method, path, status }) => [method, path, status].join(' '))
  expect(await paths('?status=error')).toEqual(['GET /matters/77 404', 'POST /clients 400'])
  expect(await paths('?status=4xx&method=POST')).toEqual(['POST /clients 400'])
  expect(await paths('?status=5xx')).toEqual([])
  expect(await paths(`?key=${id}&status=success`)).toEqual(['GET /me 200'])
  expect(await paths('?path=/matters/')).toEqual(['GET /matters/77 404'])
  const seen: number[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const page = await mine.call('GET', `/test/request-log?limit=4${cursor && `&cursor=${cursor}`}`)
    seen.push(...page.rows.map((row) => row.id))
    cursor = page.body['next_cursor'] as string | null
  }
  expect(seen).toHaveLength(6)
  expect(seen).toEqual(seen.toSorted((x, y) => y - x))
  const bad = await mine.call('GET', '/test/request-log?status=200&method=HACK&key=x')
  expect(bad.status).toBe(400)
})

it('never slows a call or fails it: with the database away and too many waiting, rows are dropped and counted', async () => {
  const lines: string[] = []
  const log = pino({ level: 'warn' }, { write: (line) => void lines.push(line) })
  const away = async (): Promise<never> => {
    throw new Error('away')
  }
  const recorder = requestRecorder({ rows: () => away, run: away }, log)
  const row = {
    workspaceId: 1, requestId: 'r', keyId: 1, at: new Date(), method: 'GET', path: '/', query: null, operation: null,
    status: 200, durationMs: 1, errorCode: null, ip: null, userAgent: null, requestBody: undefined, responseBody: 'x',
  } // prettier-ignore
  for (let n = 0; n < 5_100; n++) recorder.add(row)
  await recorder.flush()
  expect(lines.filter((line) => line.includes('too many waited'))).toEqual([expect.stringContaining('"count":100')])
  expect(lines.filter((line) => line.includes('could not be added'))).toHaveLength(10)
})

it('forgets bodies after 7 days and rows after 30, a bounded batch at a time', async () => {
  await api.db.run`
    INSERT INTO request_logs (workspace_id, request_id, api_key_id, at, method, path, status, duration_ms, response_body)
    SELECT 0, 'old', 1, now() - days * interval '1 day', 'GET', '/me', 200, 1, '{}' FROM unnest(ARRAY[6, 8, 8, 8, 31, 31, 31]) AS days`
  const counts = async () =>
    (
      await api.db.rows({ rows: int, bodies: int })`
      SELECT count(*)::int AS rows, count(response_body)::int AS bodies FROM request_logs WHERE request_id = 'old'`
    )[0]
  const turn = () => forgetRequests(api.db, { bodyDays: 7, rowDays: 30, batch: 2 })
  expect(await turn()).toEqual({ rows: 2, bodies: 2 })
  expect(await counts()).toEqual({ rows: 5, bodies: 3 })
  await turn()
  await turn()
  expect(await counts()).toEqual({ rows: 4, bodies: 1 })
})

it('is read by developers too, and knows nothing of other workspaces', async () => {
  const [{ id } = { id: 0 }] = await list()
  const developer = await join(api, owner, 'developer')
  expect((await developer.call('GET', `/test/request-log/${id}`)).status).toBe(200)
  expect((await (await signIn(api)).call('GET', `/test/request-log/${id}`)).status).toBe(404)
  expect((await owner.call('GET', `/live/request-log/${id}`)).status).toBe(404)
  expect((await owner.call('GET', '/test/request-log/no%20such')).status).toBe(404)
})

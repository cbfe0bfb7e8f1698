import { once } from 'node:events'
import { get } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { int, text } from '@matterbase/db'
import { findWorkspace, records } from '@matterbase/domain'
import { createCreditNote, createInvoice, recordPayment } from '@matterbase/domain/testing'
import { operations, recordContracts } from '@matterbase/schemas'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { answersInProgress } from '../src/http/sending/answers-in-progress.ts'
import { signIn } from './dash-browser.ts'
import { startApi } from './harness.ts'
import type { Api } from './harness.ts'
import { newRecordBody } from './new-record-body.ts'

let api: Api
let email: string
let key: string
/** Keys of two accounts with so much in them that an export does not fit into the buffers on its way. */
let large: string
let otherLarge: string

beforeAll(async () => {
  // On a busy machine it is long until a test reads on.
  api = await startApi({ answers: answersInProgress({ stallMs: 300_000 }), longestLinesMs: 300_000 })
  email = await api.account()
  key = await api.key({ email })
  ;[large, otherLarge] = [await filled(), await filled()]
})
afterAll(() => api.close())

const exports = operations
  .filter(({ lines }) => lines)
  .map(({ path }) => path)
  // External records need invoices, so they come after them.
  .toSorted((a, b) => Number(a.startsWith('/external-records')) - Number(b.startsWith('/external-records')))

/** How records are made that the API does not write. */
const makers: Readonly<Record<string, (workspaceId: number, n: number) => Promise<unknown>>> = {
  '/invoices': (workspaceId, n) => createInvoice(api.db, workspaceId, { number: `INV-${n}`, total: n }),
  '/payments': (workspaceId, n) => recordPayment(api.db, workspaceId, { reference: `"${n}"` }),
  '/credit-notes': (workspaceId, n) => createCreditNote(api.db, workspaceId, { reason: `"${n}"` }),
}

/** The records of an export, and its last line. */
function read(text: string) {
  const lines = text.split('\n')
  expect(lines.pop()).toBe('')
  const { _export: end } = JSON.parse(lines.pop() ?? '') as { _export: { count: number; updated_since: string } }
  return { records: lines.map((line) => JSON.parse(line) as object), lines, end }
}

/** A key of an account of 600 large records. */
async function filled(): Promise<string> {
  const own = await api.key()
  const description = 'Æ'.repeat(10_000)
  for (let from = 0; from < 600; from += 40) {
    const data = Array.from({ length: 40 }, (_, n) => ({ external_id: `large-${from + n}`, title: 'a', description }))
    expect((await api.call('POST', '/matters/bulk', { key: own, body: { data } })).status).toBe(200)
  }
  return own
}

/** An export whose body is not read until somebody does. */
async function open(own: string, origin = api.origin) {
  const asked = get(`${origin}/api/v1/matters/export`, { headers: { authorization: `Bearer ${own}` }, agent: false })
  asked.on('error', () => undefined)
  const [response] = (await once(asked, 'response')) as [IncomingMessage]
  response.on('error', () => undefined)
  return { response, leave: () => asked.destroy() }
}

async function whole(response: IncomingMessage, note: (chunk: string) => void = () => undefined): Promise<string> {
  let text = ''
  for await (const chunk of response.setEncoding('utf8')) {
    note(String(chunk))
    text += String(chunk)
  }
  return text
}

const underWay = async (of = api) => {
  return of.db.run`
    SELECT FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_xmin IS NOT NULL
      AND query !~ 'pg_stat_activity'`
}

describe.each(exports)('GET %s', (path) => {
  const list = path.replace('/export', '')
  const contract = Object.values(recordContracts).find((one) => `/${one.path}` === list)

  it('answers each record as the list does, by id, and where to go on', async () => {
    const empty = read((await api.call('GET', path, { key })).text)
    expect([empty.records, empty.end.count]).toEqual([[], 0])
    const workspaceId = await findWorkspace(api.db, email, 'live')
    const ids: number[] = []
    for (const n of Array.from({ length: 3 }, (_, at) => at))
      if (contract) {
        const body = await newRecordBody(api, key, contract, `Zoë said\n"no\\yes" ${n}`)
        ids.push((await api.call('POST', list, { key, body })).body.data.id)
      } else await makers[list]?.(workspaceId, n)
    if (contract) await api.call('DELETE', `${list}/${ids[0]}`, { key })
    const reply = await api.call('GET', path, { key })
    const { lines, end } = read(reply.text)
    const listed = await api.call('GET', `${list}?limit=200`, { key })
    expect(`[${lines.join(',')}]`).toBe(JSON.stringify(listed.rows))
    expect([end.count, reply.headers.get('x-updated-since')]).toEqual([listed.rows.length, end.updated_since])
    expect(reply.headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8')
    const since = (await api.call('GET', `${list}?updated_since=${end.updated_since}`, { key })).rows
    expect(since).toEqual([])
  })

  it('has headers alone for HEAD, and names parameters that mean nothing', async () => {
    const head = await api.call('HEAD', path, { key })
    expect([head.status, head.text, head.headers.get('x-updated-since')]).toEqual([200, '', expect.any(String)])
    const reply = await api.call('GET', `${path}?status=paid&limit=1`, { key })
    expect(reply.headers.get('x-ignored-fields')).toBe('status, limit')
    const strict = await api.call('GET', `${path}?status=paid`, { key, headers: { prefer: 'handling=strict' } })
    expect(strict.status).toBe(400)
  })

  it('answers nothing of another workspace, and is no way out of the dashboard', async () => {
    const other = await api.key({ email, environment: 'test' })
    expect(read((await api.call('GET', path, { key: other })).text).records).toEqual([])
    const { cookie } = await signIn(api)
    const out = await fetch(`${api.origin}/dash/v1/live${path}`, { headers: { cookie } })
    expect(out.status).toBe(404)
  })
})

it('is of one moment: what is written meanwhile is in the list of what changed since, and nothing else', async () => {
  const own = otherLarge
  const { response } = await open(own)
  const write = (method: string, at: string, body?: object) => api.call(method, at, { key: own, ...(body && { body }) })
  const { rows } = await api.call('GET', '/matters?limit=3&sort=-id&fields=id', { key: own })
  const [changed, gone, unlinked] = rows.map(({ id }) => id)
  await write('PATCH', `/matters/${changed}`, { title: 'later' })
  await write('DELETE', `/matters/${gone}`)
  const made = (await write('POST', '/matters', { title: 'new' })).body.data
  const { records, end } = read(await whole(response))
  expect([records.length, end.count]).toEqual([600, 600])
  expect(records.slice(-3)).toMatchObject([
    { id: unlinked, title: 'a' },
    { id: gone, title: 'a' },
    { id: changed, title: 'a' },
  ])
  const since = `/matters?updated_since=${end.updated_since}&include_deleted=true&fields=id`
  expect((await write('GET', since)).rows.map(({ id }) => id)).toEqual([changed, gone, made.id])
})

it('refuses a third export of an account and a fifth of all at once, and goes on when one has ended', async () => {
  const [first, second, third] = [large, otherLarge, await api.key()]
  const opened = [await open(first), await open(first), await open(second), await open(second)]
  for (const own of [first, third]) {
    const refused = await api.call('GET', '/matters/export', { key: own })
    expect([refused.status, refused.body.code, refused.headers.get('retry-after')]).toEqual([503, 'overloaded', '5'])
    expect(refused.body.error).toContain('exports')
  }
  // Everybody else has the connections that they always have.
  const lists = await Promise.all(Array.from({ length: 20 }, () => api.call('GET', '/matters?limit=1', { key: first })))
  expect(lists.map(({ status }) => status)).toEqual(lists.map(() => 200))
  for (const { response } of opened) read(await whole(response))
  expect((await api.call('GET', '/matters/export', { key: third })).status).toBe(200)
})

it('ends its transaction when whoever asked has gone', async () => {
  const { leave } = await open(large)
  await expect.poll(() => underWay()).toBe(1)
  leave()
  await expect.poll(() => underWay()).toBe(0)
  expect((await api.call('GET', '/matters/export', { key: large })).status).toBe(200)
})

it.each([
  ['some lines wait too long', { stallMs: 100, longestLinesMs: 60_000 }],
  ['it takes too long in all', { stallMs: 60_000, longestLinesMs: 100 }],
])('breaks off when %s, so that it is seen', async (_name, { stallMs, longestLinesMs }) => {
  const database = { db: api.db, databaseUrl: api.databaseUrl }
  const slow = await startApi({ database, answers: answersInProgress({ stallMs }), longestLinesMs })
  try {
    // On a busy machine it may be over before anything was answered.
    const broken = open(large, slow.origin).then(async ({ response }) => {
      await expect.poll(() => underWay()).toBe(0)
      return whole(response)
    })
    await expect(broken).rejects.toThrow(/aborted|socket hang up/)
    await expect.poll(() => underWay()).toBe(0)
  } finally {
    await slow.close()
  }
})

it('breaks off when the database goes away in the middle, so that it is seen', async () => {
  const { response } = await open(large)
  await expect.poll(() => underWay()).toBe(1)
  await api.db.run`
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_xmin IS NOT NULL`
  await expect(whole(response)).rejects.toThrow('aborted')
  expect(read((await api.call('GET', '/matters/export', { key: large })).text).end.count).toBe(600)
})

const recordCount = 20_000
const writerCount = 8

it(`has each of ${recordCount} records once beside ${writerCount} writers, with what changed since`, async () => {
  const own = await api.key()
  const write = (method: string, at: string, body?: object) => api.call(method, at, { key: own, ...(body && { body }) })
  for (let from = 0; from < recordCount; from += 200) {
    const data = Array.from({ length: 200 }, (_, n) => ({
      external_id: `one-${from + n}`,
      title: `Matter ${from + n}`,
    }))
    expect((await write('POST', '/matters/bulk', { data })).status).toBe(200)
  }
  const { rows } = await write('GET', '/matters?limit=200&fields=id')
  const state = { isRead: false, peak: 0, bytes: 0 }
  const writing = Array.from({ length: writerCount }, async (_, writer) => {
    // Each has records of its own, so that none is deleted twice.
    const mine = rows.filter((_row, at) => at % writerCount === writer).map(({ id }) => id)
    for (let turn = 0; turn < 12 || !state.isRead; turn++) {
      await write('POST', '/matters', { title: `made by ${writer}` })
      await write('PATCH', `/matters/${mine[turn % 10]}`, { title: `changed by ${writer} in turn ${turn}` })
      if (turn < 10) await write('DELETE', `/matters/${mine[10 + turn]}`)
    }
  })
  const { response } = await open(own)
  const note = (chunk: string) => {
    state.bytes += Buffer.byteLength(chunk)
    state.peak = Math.max(state.peak, process.memoryUsage.rss())
  }
  const { lines, end } = read(await whole(response, note))
  state.isRead = true
  await Promise.all(writing)

  const copy = new Map(lines.map((line) => [(JSON.parse(line) as { id: number }).id, line]))
  expect([copy.size, end.count]).toEqual([lines.length, lines.length])
  for (let since = end.updated_since, more = true; more;) {
    const page = await write('GET', `/matters?limit=200&include_deleted=true&updated_since=${since}`)
    for (const row of page.rows)
      if (row['deleted_at'] === undefined) copy.set(row.id, JSON.stringify(row))
      else copy.delete(row.id)
    since = page.rows.at(-1)?.updated_at ?? since
    more = page.body['has_more'] === true
  }
  const table = await api.db.rows({ id: int, json: text })`
    SELECT id::int AS id, ${records.matters.table.json} AS json FROM matters WHERE deleted_at IS NULL AND workspace_id = (
      SELECT workspace_id FROM matters WHERE id = ${rows[0]?.id ?? null} AND external_id = 'one-0') ORDER BY id`
  expect([...copy].toSorted(([x], [y]) => x - y)).toEqual(table.map(({ id, json }) => [id, json]))
  process.stdout.write(
    `${lines.length} records, ${(state.bytes / 1e6).toFixed(1)} MB; ${(state.peak / 1e6).toFixed(0)} MB resident at most, API and test together\n`,
  )
})

import { float, int, sqlOf, transaction } from '@matterbase/db'
import { hashKey, storedAnswersQuota } from '@matterbase/domain'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findAnswers } from '@matterbase/domain'
import { startApi } from './harness.ts'
import type { Api } from './harness.ts'

let api: Api
let key: string

beforeAll(async () => {
  api = await startApi()
  key = await api.key()
})
afterAll(() => api.close())

const post = (path: string, body: unknown, idempotencyKey: string, as = key) =>
  api.call('POST', path, { key: as, body, headers: { 'idempotency-key': idempotencyKey } })

/** What is counted of the stored answers of a key's workspace, beside what there is. */
const usage = async (as: string) => {
  const [row] = await api.db.rows({ rows: int, bytes: float, stored: int, size: int })`
    SELECT rows::int, bytes::float8, (SELECT count(*)::int FROM idempotency_keys AS a WHERE a.workspace_id = usage.workspace_id) AS stored,
           (SELECT sum(octet_length(answer))::int FROM idempotency_keys AS a WHERE a.workspace_id = usage.workspace_id) AS size
    FROM storage_usage AS usage JOIN api_keys AS key USING (workspace_id)
    WHERE key_hash = ${hashKey(as)} AND kind = 'stored_answers'`
  return row
}

const rowOf = (of: string) => api.db.apiKey.findFirstOrThrow({ where: { key_hash: hashKey(of) } })

it('gives the first answer again, and says so', async () => {
  const first = await post('/matters', { title: 'Once', titel: 'x' }, 'again')
  const second = await post('/matters', { title: 'Once', titel: 'x' }, 'again')
  expect([first.status, second.status]).toEqual([201, 201])
  expect(second.text).toBe(first.text)
  expect([first.headers.get('idempotent-replayed'), second.headers.get('idempotent-replayed')]).toEqual([null, 'true'])
  for (const name of ['etag', 'x-ignored-fields'])
    expect([name, second.headers.get(name)]).toEqual([name, first.headers.get(name)])
  expect(first.headers.get('x-ignored-fields')).toBe('titel')
  expect(second.headers.get('x-request-id')).not.toBe(first.headers.get('x-request-id'))
})

it('makes one record out of 50 at once', async () => {
  const own = await api.key()
  const replies = await Promise.all(
    Array.from({ length: 50 }, () => post('/matters', { title: 'Fifty' }, 'fifty', own)),
  )
  const created = replies.filter(({ status }) => status === 201)
  const inFlight = replies.filter(({ status }) => status === 409)
  expect(created.length + inFlight.length).toBe(50)
  expect(new Set(created.map(({ text }) => text)).size).toBe(1)
  for (const { body, headers } of inFlight)
    expect([body.code, headers.get('retry-after')]).toEqual(['idempotency_in_flight', '1'])
  expect((await api.call('GET', '/matters', { key: own })).body['count']).toBe(1)
})

it('puts requests with keys of their own into few transactions, and gives each its own answer again', async () => {
  const own = await api.key()
  const send = (n: number) => post('/matters', { title: `Together ${n}` }, `together-${n}`, own)
  const all = Array.from({ length: 40 }, (_, n) => n)
  const replies = await Promise.all(all.map(send))
  expect(replies.map(({ status, body }) => [status, body.data['title']])).toEqual(
    all.map((n) => [201, `Together ${n}`]),
  )
  const [row] = await api.db.rows({ count: int })`
    SELECT count(DISTINCT xmin::text)::int AS count FROM matters WHERE title LIKE 'Together %'`
  expect(row?.count).toBeLessThan(20)
  const again = await Promise.all(all.map(send))
  expect(again.map(({ text, headers }) => [text, headers.get('idempotent-replayed')])).toEqual(
    replies.map(({ text }) => [text, 'true']),
  )
  expect((await api.call('GET', '/matters', { key: own })).body['count']).toBe(40)
})

it('gives each its own of an answer, a refusal and a record, when all ask at once', async () => {
  const own = await api.key({ email: await api.account() })
  const { id, workspace_id: workspaceId } = await rowOf(own)
  const send = (name: string, title = name) => post('/matters', { title }, name, own)
  const [known] = [await send('known'), await send('expired'), await send('mismatch')]
  await api.db.run`
    UPDATE idempotency_keys SET created_at = now() - interval '25 hours' WHERE workspace_id = ${workspaceId} AND key = 'expired'`
  const replies = await transaction(api.db, async (sql) => {
    await sql.run`SELECT pg_advisory_xact_lock(hashtextextended(${`idempotency/${workspaceId}/${id}/held`}, 0))`
    return Promise.all([
      ...['new-1', 'known', 'expired', 'held', 'new-2'].map((name) => send(name)),
      send('mismatch', 'Another'),
    ])
  })
  expect(
    replies.map(({ status, body, headers }) => [
      status,
      body.code ?? body.data['title'],
      headers.get('idempotent-replayed'),
    ]),
  ).toEqual([
    [201, 'new-1', null],
    [201, 'known', 'true'],
    [201, 'expired', null],
    [409, 'idempotency_in_flight', null],
    [201, 'new-2', null],
    [422, 'idempotency_mismatch', null],
  ])
  expect(replies[1]?.text).toBe(known?.text)
  const again = await Promise.all(['new-1', 'expired', 'new-2'].map((name) => send(name)))
  expect(again.map(({ text }) => text)).toEqual([replies[0], replies[2], replies[4]].map((reply) => reply?.text))
  const counted = await usage(own)
  expect([counted?.rows, counted?.bytes]).toEqual([5, counted?.size])
  expect(counted?.stored).toBe(5)
})

it.each([
  ['another body', '/matters', { title: 'Other' }],
  ['another path', '/clients', { title: 'Mine' }],
  ['a body that is wrong', '/matters', {}],
])('answers 422 to the same key with %s', async (name, path, body) => {
  expect((await post('/matters', { title: 'Mine' }, `mismatch ${name}`.replaceAll(' ', '-'))).status).toBe(201)
  const reply = await post(path, body, `mismatch ${name}`.replaceAll(' ', '-'))
  expect([reply.status, reply.body.code]).toEqual([422, 'idempotency_mismatch'])
})

it('keeps a 400 and a 409 too', async () => {
  const invalid = await post('/matters', { title: 7 }, 'kept-400')
  expect(invalid.status).toBe(400)
  const replay = await post('/matters', { title: 7 }, 'kept-400')
  expect([replay.text, replay.headers.get('idempotent-replayed')]).toEqual([invalid.text, 'true'])
  expect((await post('/matters', { title: 'right now' }, 'kept-400')).status).toBe(422)

  const taken = await api.call('POST', '/matters', { key, body: { title: 'a', external_id: 'kept-409' } })
  expect((await post('/matters', { title: 'b', external_id: 'kept-409' }, 'kept-409')).status).toBe(409)
  await api.call('DELETE', `/matters/${taken.body.data.id}`, { key })
  expect((await post('/matters', { title: 'b', external_id: 'kept-409' }, 'kept-409')).status).toBe(409)
})

it('gives a 201 again when the same would be refused by now', async () => {
  const own = await api.key({ email: await api.account() })
  const client = await api.call('POST', '/clients', { key: own, body: { company_name: 'Acme' } })
  const { id } = client.body.data
  const matter = { title: 'Of Acme', client_id: id, external_id: 'of-acme' }
  const first = await post('/matters', matter, 'by-now', own)
  expect(first.status).toBe(201)
  await api.call('DELETE', `/clients/${id}?force=true`, { key: own })
  const again = await post('/matters', matter, 'by-now', own)
  expect([again.status, again.text, again.headers.get('idempotent-replayed')]).toEqual([201, first.text, 'true'])
  expect((await post('/matters', matter, 'another', own)).status).toBe(400)
})

it('fails by itself where what is kept cannot be read', async () => {
  const own = await api.key({ email: await api.account() })
  const send = (name: string) => post('/matters', { title: name }, name, own)
  await send('sealed-otherwise')
  const { workspace_id } = await rowOf(own)
  await api.db.idempotencyKey.updateMany({ where: { workspace_id }, data: { answer: Buffer.alloc(60) } })
  const replies = await Promise.all(['first', 'sealed-otherwise', 'last'].map(send))
  expect(replies.map(({ status }) => status)).toEqual([201, 503, 201])
  expect((await api.call('GET', '/matters', { key: own })).body['count']).toBe(3)
})

it('is looked up by its key where PostgreSQL knows nothing of how many there are', async () => {
  let asked = ''
  await findAnswers(
    sqlOf(api.db.pool, ({ text }) => {
      asked = text
      return () => undefined
    }),
    [{ workspaceId: 1, keyId: 1, key: 'none' }],
  )
  const { rows } = await api.db.pool.query<{ 'QUERY PLAN': string }>(`EXPLAIN (GENERIC_PLAN) ${asked}`)
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
  expect(plan).toContain('Index Scan using idempotency_keys_pkey')
})

it('belongs to one API key', async () => {
  const other = await api.key()
  const [mine, theirs] = [
    await post('/matters', { title: 'Mine' }, 'per-key'),
    await post('/matters', { title: 'Theirs' }, 'per-key', other),
  ]
  expect([mine.status, theirs.status, theirs.body.data['title']]).toEqual([201, 201, 'Theirs'])
})

it('is forgotten after 24 hours', async () => {
  await post('/matters', { title: 'Old' }, 'old')
  await api.db.run`UPDATE idempotency_keys SET created_at = now() - interval '25 hours' WHERE key = 'old'`
  const reply = await post('/matters', { title: 'New' }, 'old')
  expect([reply.status, reply.body.data['title'], reply.headers.get('idempotent-replayed')]).toEqual([201, 'New', null])
  expect((await post('/matters', { title: 'New' }, 'old')).text).toBe(reply.text)
})

it('answers the secret of a webhook endpoint again, and keeps it sealed', async () => {
  const body = { url: 'https://example.com', events: ['ping.test'] }
  const [first, second] = [await post('/webhooks', body, 'hook'), await post('/webhooks', body, 'hook')]
  expect(second.text).toBe(first.text)
  const rows = await api.db.idempotencyKey.findMany()
  for (const { answer } of rows) expect(Buffer.from(answer).toString('latin1')).not.toContain('whsec_')
})

it('writes each request of an import once, of eight at once and when it is repeated', async () => {
  const own = await api.key({ email: await api.account() })
  const send = (name: string, count = 3) => {
    const data = Array.from({ length: count }, (_, n) => ({ external_id: `${name}-${n}`, title: `${name} ${n}` }))
    return post('/matters/bulk?atomic=true', { data }, name, own)
  }
  for (const name of ['a', 'b', 'c']) await send(name)
  const replies = await Promise.all(Array.from({ length: 8 }, () => send('d', 50)))
  const answered = replies.filter(({ status }) => status !== 409)
  const again = await send('d', 50)
  expect(again.headers.get('idempotent-replayed')).toBe('true')
  expect(answered.map(({ status, text }) => [status, text])).toEqual(answered.map(() => [200, again.text]))
  expect(answered.length).toBeGreaterThan(0)
  expect((await api.call('GET', '/matters?limit=1&include=total', { key: own })).body['total']).toBe(9 + 50)
})

it('does not keep a refusal while another request holds the key: what that one answers counts', async () => {
  const own = await api.key({ email: await api.account() })
  const { id, workspace_id: workspaceId } = await rowOf(own)
  const place = `idempotency/${workspaceId}/${id}/held`
  const kept = () => api.db.idempotencyKey.count({ where: { workspace_id: workspaceId } })
  const refused = await transaction(api.db, async (sql) => {
    await sql.run`SELECT pg_advisory_xact_lock(hashtextextended(${place}, 0))`
    return post('/matters', { title: 7 }, 'held', own)
  })
  expect([refused.status, await kept()]).toEqual([400, 0])
  expect((await post('/matters', { title: 7 }, 'held', own)).headers.get('idempotent-replayed')).toBeNull()
  expect(await kept()).toBe(1)
})

it('replays a bulk request and a test ping without doing them twice', async () => {
  const bulk = { data: [{ external_id: 'bulk-1', title: 'A' }] }
  const [first, second] = [await post('/matters/bulk', bulk, 'bulk'), await post('/matters/bulk', bulk, 'bulk')]
  expect([second.text, second.headers.get('idempotent-replayed')]).toEqual([first.text, 'true'])
  const { body } = await api.call('POST', '/webhooks', {
    key,
    body: { url: 'https://example.com', events: ['ping.test'] },
  })
  const id = Number(body['id'])
  for (const _ of [1, 2, 3]) await post(`/webhooks/${id}/test`, undefined, 'ping')
  expect(await api.db.webhookDelivery.count({ where: { endpoint_id: id } })).toBe(1)
})

it.each(['', ' ', 'ä', 'x'.repeat(256)])('answers 400 to the key %j', async (bad) => {
  const response = await fetch(`${api.baseUrl}/matters`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      'idempotency-key': Buffer.from(bad).toString('latin1'),
    },
    body: '{"title":"a"}',
  })
  expect(response.status).toBe(400)
})

describe('stored answers of a workspace', () => {
  it('are counted: new ones, errors, and one in the place of another that has expired', async () => {
    const own = await api.key()
    await post('/matters', { title: 'One' }, 'one', own)
    await post('/matters', { title: 'One' }, 'one', own)
    await post('/matters', {}, 'bad', own)
    const before = await usage(own)
    expect([before?.rows, before?.bytes]).toEqual([2, before?.size])
    await api.db.run`UPDATE idempotency_keys SET created_at = now() - interval '25 hours' WHERE key = 'one'`
    await post('/matters', { title: 'One, with a longer title than before' }, 'one', own)
    const after = await usage(own)
    expect([after?.rows, after?.stored, after?.bytes]).toEqual([2, 2, after?.size])
    expect(after?.bytes).toBeGreaterThan(before?.bytes ?? 0)
  })

  it('are never dropped early: a workspace that has as many as it may gets 429, and writes nothing', async () => {
    const own = await api.key()
    const first = await post('/matters', { title: 'Kept' }, 'kept', own)
    await api.db.run`
      UPDATE storage_usage SET bytes = ${storedAnswersQuota.bytes} FROM api_keys AS key
      WHERE key_hash = ${hashKey(own)} AND storage_usage.workspace_id = key.workspace_id`
    const refused = await post('/matters', { title: 'Refused' }, 'refused', own)
    expect([refused.status, refused.body.code]).toEqual([429, 'rate_limited'])
    expect(refused.body.error).toContain('its limit of stored idempotent responses')
    expect((await post('/matters', {}, 'bad', own)).status).toBe(400)
    expect((await usage(own))?.stored).toBe(1)
    expect((await post('/matters', { title: 'Kept' }, 'kept', own)).text).toBe(first.text)
    expect((await api.call('POST', '/matters', { key: own, body: { title: 'Without a key' } })).status).toBe(201)
    expect((await api.call('GET', '/matters', { key: own })).body['count']).toBe(2)
    // Another workspace is not concerned.
    expect((await post('/matters', { title: 'Other' }, 'refused')).status).toBe(201)
  })

  it('that are as many as may be: Retry-After says when the oldest has ended and is swept', async () => {
    const [own, other] = [await api.key(), await api.key()]
    await post('/matters', { title: 'Kept' }, 'oldest', own)
    await post('/matters', { title: 'Kept' }, 'newer', own)
    await post('/matters', { title: 'Of another' }, 'of-another', other)
    await api.db.run`
      UPDATE storage_usage SET bytes = ${storedAnswersQuota.bytes} FROM api_keys AS key
      WHERE key_hash = ${hashKey(own)} AND storage_usage.workspace_id = key.workspace_id`
    const wait = async (ago: string) => {
      await api.db.run`
        UPDATE idempotency_keys SET created_at = now() - ${ago}::text::interval WHERE key = 'oldest'`
      const { status, headers } = await post('/matters', { title: 'Refused' }, 'one-more', own)
      expect(status).toBe(429)
      return Number(headers.get('retry-after'))
    }
    const sweep = 60
    expect(await wait('25 hours')).toBe(sweep)
    expect(await wait('23 hours')).toSatisfy((seconds) => seconds > 3_000 && seconds <= 3_600 + sweep)
    // A thousand others that are older: not before they have ended.
    await api.db.run`
      INSERT INTO idempotency_keys (workspace_id, api_key_id, key, fingerprint, status, answer, created_at)
      SELECT workspace_id, api_key_id, 'older ' || n, fingerprint, status, answer, now() - interval '23 hours 30 minutes'
      FROM idempotency_keys, generate_series(1, 1000) AS n WHERE key = 'of-another'`
    expect(await wait('23 hours')).toSatisfy((seconds) => seconds > 1_500 && seconds <= 1_800 + sweep)
  })
})

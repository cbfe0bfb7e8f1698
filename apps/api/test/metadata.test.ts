import { Prisma, json, text } from '@matterbase/db'
import { findWorkspace } from '@matterbase/domain'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { startApi } from './harness.ts'
import type { Api, Reply } from './harness.ts'

let api: Api
let account: string
let key: string

beforeAll(async () => {
  api = await startApi()
  account = await api.account()
  key = await api.key({ email: account })
})
afterAll(() => api.close())

const call = (method: string, path: string, body?: unknown, as = key) =>
  api.call(method, path, { key: as, ...(body !== undefined && { body }) })

async function make(metadata?: unknown, more: object = {}): Promise<number> {
  const { body } = await call('POST', '/matters', { title: 'A', ...more, ...(metadata !== undefined && { metadata }) })
  return body['data'].id
}

const metadataOf = async (id: number) =>
  (await call('GET', `/matters/${id}`)).body['data']['metadata'] as Readonly<Record<string, string>> | undefined

interface Result {
  readonly outcome: string
  readonly data: { readonly metadata: object }
}

const resultsOf = ({ body }: Reply) => body['results'] as readonly Result[]

interface Detail {
  readonly field: string
  readonly code: string
  readonly message: string
}

const detailsOf = ({ body }: Reply) => (body['details'] ?? []) as readonly Detail[]

describe('a write', () => {
  it('answers {} without metadata, and the pairs that were sent', async () => {
    const bare = await call('POST', '/matters', { title: 'Bare' })
    expect(bare.body['data'].metadata).toEqual({})
    const made = await call('POST', '/matters', {
      title: 'A',
      metadata: { erp_id: '7', 'ключ.1': 'Żółć\n"2"', gone: '' },
    })
    expect(made.status).toBe(201)
    expect(made.body['data'].metadata).toEqual({ erp_id: '7', 'ключ.1': 'Żółć\n"2"' })
    const list = await call('GET', `/matters?ids=${made.body['data'].id}&fields=metadata`)
    expect(list.body['data']).toEqual([{ id: made.body['data'].id, metadata: made.body['data'].metadata }])
  })

  it('merges by key in PATCH, PUT and bulk, and removes with null, "" and metadata: null', async () => {
    const id = await make({ a: '1', b: '2', c: '3' }, { external_id: 'merge' })
    await call('PATCH', `/matters/${id}`, { metadata: { a: null, b: '20' } })
    expect(await metadataOf(id)).toEqual({ b: '20', c: '3' })
    const put = await call('PUT', '/matters', { external_id: 'merge', metadata: { c: '', d: '4' } })
    expect(put.body['data'].metadata).toEqual({ b: '20', d: '4' })
    const bulk = await call('POST', '/matters/bulk', { data: [{ external_id: 'merge', metadata: { e: '5' } }] })
    expect(resultsOf(bulk)[0]?.data.metadata).toEqual({ b: '20', d: '4', e: '5' })
    await call('PATCH', `/matters/${id}`, { title: 'B' })
    expect(await metadataOf(id)).toEqual({ b: '20', d: '4', e: '5' })
    const cleared = await call('PATCH', `/matters/${id}`, { metadata: null })
    expect(cleared.body['data'].metadata).toEqual({})
    expect(cleared.body['data'].title).toBe('B')
  })

  it('writes all records of a large bulk, with and without metadata', async () => {
    const data = Array.from({ length: 40 }, (_, n) => ({
      external_id: `large-${n}`,
      title: 'Large',
      ...(n % 2 === 0 && { metadata: { n: `${n}`, quote: '"{\\' } }),
    }))
    const results = resultsOf(await call('POST', '/matters/bulk', { data }))
    expect(results.map((each) => each.data.metadata)).toEqual(data.map(({ metadata = {} }) => metadata))
  })

  it('leaves a record unchanged that is sent back as it was read, or with pairs that it has', async () => {
    const id = await make({ z: '1', a: '2' }, { external_id: 'round' })
    const read = await call('GET', `/matters/${id}`)
    const before = read.body['data']
    const upserts = [
      before,
      { external_id: 'round', metadata: { a: '2' } },
      { external_id: 'round', metadata: { x: null } },
    ]
    for (const sent of upserts) {
      const put = await call('PUT', '/matters', sent)
      expect(put.body['data']).toEqual(before)
      const bulk = await call('POST', '/matters/bulk', { data: [{ ...sent, external_id: 'round' }] })
      expect(resultsOf(bulk)[0]?.outcome).toBe('unchanged')
    }
    const changed = await call('POST', '/matters/bulk', { data: [{ external_id: 'round', metadata: { a: null } }] })
    expect(resultsOf(changed)[0]).toMatchObject({ outcome: 'updated', data: { metadata: { z: '1' } } })
  })

  it('keeps the keys of parallel changes', async () => {
    const id = await make()
    const keys = Array.from({ length: 20 }, (_, n) => `key${n}`)
    await Promise.all(keys.map((name) => call('PATCH', `/matters/${id}`, { metadata: { [name]: name } })))
    expect(await metadataOf(id)).toEqual(Object.fromEntries(keys.map((name) => [name, name])))
  })

  it('names every wrong pair', async () => {
    const wrong = async (metadata: unknown) => {
      const reply = await call('POST', '/matters', { title: 'A', metadata })
      return [reply.status, ...detailsOf(reply).map(({ field, message }) => `${field}: ${message}`)]
    }
    expect(await wrong('a')).toEqual([400, 'metadata: must be an object of strings, not a string'])
    expect(await wrong(['a'])).toEqual([400, 'metadata: must be an object of strings, not an array'])
    expect(await wrong({ n: 1, deep: { a: 'b' }, list: [] })).toEqual([
      400,
      'metadata.n: must be a string, not a number',
      'metadata.deep: must be a string, not an object',
      'metadata.list: must be a string, not an array',
    ])
    expect(await wrong({ a: 'x'.repeat(501), b: 'x\0', c: '\ud800' })).toEqual([
      400,
      'metadata.a: must be at most 500 characters long',
      expect.stringContaining('metadata.b: must not contain NUL'),
      expect.stringContaining('metadata.c: must not contain NUL or unpaired surrogates'),
    ])
    for (const name of ['', 'x'.repeat(41), 'a[b', 'a]', 'a\nb', '\ud800'])
      expect((await wrong({ [name]: 'a' }))[0], JSON.stringify(name)).toBe(400)
    const proto = '{"title": "A", "metadata": {"__proto__": "a"}}'
    const reserved = await call('POST', '/matters', proto)
    expect([reserved.status, detailsOf(reserved)[0]?.message]).toEqual([
      400,
      expect.stringContaining('__proto__, which is reserved'),
    ])
    const id = await make({ constructor: 'a', toString: 'b', hasOwnProperty: 'c' })
    expect(Object.entries((await metadataOf(id)) ?? {}).toSorted()).toEqual([
      ['constructor', 'a'],
      ['hasOwnProperty', 'c'],
      ['toString', 'b'],
    ])
  })

  it('refuses the 51st key of a record, and replaces 50 keys by 50 others', async () => {
    const fifty = (name: string, value: string | null) =>
      Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`${name}${n}`, value]))
    const id = await make(fifty('a', '1'))
    const { status, body } = await call('PATCH', `/matters/${id}`, { metadata: { b: '1' } })
    expect([status, body['details']]).toEqual([
      400,
      [{ field: 'metadata', code: 'too_long', message: expect.stringContaining('would have 51 keys. At most 50') }],
    ])
    const replaced = await call('PATCH', `/matters/${id}`, { metadata: { ...fifty('a', null), ...fifty('b', '2') } })
    expect(replaced.body['data'].metadata).toEqual(fifty('b', '2'))
    const many = await call('PATCH', `/matters/${id}`, {
      metadata: { ...fifty('a', null), ...fifty('c', null), x: null },
    })
    expect(detailsOf(many)[0]?.message).toBe('has 101 keys. Send at most 100 in one request')
  })

  it('shows a key that may not read only the pairs that it sent', async () => {
    const writer = await api.key({ email: account, scopes: ['matters:write'] })
    const id = await make({ secret: '1' })
    const { body } = await call('PATCH', `/matters/${id}`, { metadata: { own: '2' } }, writer)
    expect(body['data'].metadata).toEqual({ own: '2' })
    expect((await call('PATCH', `/matters/${id}`, { title: 'B' }, writer)).body['data'].metadata).toBeNull()
    expect(await metadataOf(id)).toEqual({ secret: '1', own: '2' })
  })
})

describe.each([
  ['/clients', { email: 'a@example.com' }],
  ['/time-entries', { description: 'A' }],
  ['/expenses', { date: '2026-03-14', description: 'A', unit_price: 1 }],
])('%s', (path, needed) => {
  it('takes, merges, filters and clears metadata', async () => {
    const made = await call('POST', path, { ...needed, metadata: { kind: path, other: '1' } })
    const { id, metadata } = made.body['data']
    expect([made.status, metadata]).toEqual([201, { kind: path, other: '1' }])
    const changed = await call('PATCH', `${path}/${id}`, { metadata: { other: null, more: '2' } })
    expect(changed.body['data'].metadata).toEqual({ kind: path, more: '2' })
    const found = await call('GET', `${path}?metadata[kind]=${encodeURIComponent(path)}`)
    expect(found.body['data']).toEqual([changed.body['data']])
    await call('PATCH', `${path}/${id}`, { metadata: null })
    expect((await call('GET', `${path}?metadata[kind]=${encodeURIComponent(path)}`)).body['data']).toEqual([])
    expect((await call('GET', `${path}/${id}`)).body['data'].metadata).toEqual({})
  })
})

describe('a lead', () => {
  const capture = async (leadData: object, as = key) => {
    const reply = await call('POST', '/leads', { leadData }, as)
    const lead = reply.body['lead'] as { readonly metadata: object } | undefined
    return [reply.status, lead ? lead.metadata : detailsOf(reply)]
  }

  it('takes metadata, and is completed with the keys that it lacks', async () => {
    const email = 'lead@example.com'
    expect(await capture({ email, metadata: { form: 'a', gone: '', none: null } })).toEqual([201, { form: 'a' }])
    expect(await capture({ email, metadata: { form: 'b', campaign: 'x' } })).toEqual([
      200,
      { form: 'a', campaign: 'x' },
    ])
    expect(await capture({ email, metadata: null })).toEqual([200, { form: 'a', campaign: 'x' }])
    const { body } = await call('GET', `/leads?email=${email}&fields=metadata`)
    expect(body['leads']).toEqual([expect.objectContaining({ metadata: { form: 'a', campaign: 'x' } })])
  })

  it('shows another key only what that key sent, and never has more than 50 keys', async () => {
    const email = 'full@example.com'
    const fifty = Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`key${n}`, '1']))
    await capture({ email, metadata: fifty })
    const other = await api.key({ email: account })
    expect(await capture({ email, metadata: { key0: 'guess', more: '2' } }, other)).toEqual([
      200,
      { key0: 'guess', more: '2' },
    ])
    expect(await capture({ email })).toEqual([200, fifty])
    expect(await capture({ email: 'more@example.com', metadata: { ...fifty, more: '1' } })).toEqual([
      400,
      [expect.objectContaining({ field: 'leadData.metadata', code: 'too_long' })],
    ])
  })
})

describe('an event', () => {
  it('has the former values of the changed keys', async () => {
    await call('POST', '/webhooks', { url: 'https://example.com', events: ['matter.updated'] })
    const id = await make({ a: '1', b: '2', c: '3' })
    await call('PATCH', `/matters/${id}`, { metadata: { a: '10', b: null, d: '4' } })
    await call('PATCH', `/matters/${id}`, { title: 'B' })
    await call('PATCH', `/matters/${id}`, { metadata: null, title: 'C' })
    const events = await api.db.rows({ data: text, previous: text })`
      SELECT data::text AS data, previous::text AS previous FROM events
      WHERE workspace_id = ${await findWorkspace(api.db, account, 'live')} AND kind = 'matter.updated' ORDER BY created_at`
    expect(events.map(({ data, previous }) => [JSON.parse(data).metadata, JSON.parse(previous)])).toEqual([
      [{ a: '10', c: '3', d: '4' }, { metadata: { a: '1', b: '2', d: null } }],
      [{ a: '10', c: '3', d: '4' }, { title: 'A' }],
      [{}, { title: 'B', metadata: { a: '10', c: '3', d: '4' } }],
    ])
  })
})

it('is in the export, and not in tombstones or q', async () => {
  const id = await make({ word: 'Xylophone' })
  const lines = (await call('GET', '/matters/export')).text.trim().split('\n')
  expect(lines.map((line) => JSON.parse(line)).find((line) => line.id === id).metadata).toEqual({ word: 'Xylophone' })
  expect((await call('GET', '/matters?q=xylophone')).body['data']).toEqual([])
  const since = (await call('GET', `/matters/${id}`)).body['data'].updated_at
  await call('DELETE', `/matters/${id}`)
  const { rows } = await call('GET', `/matters?updated_since=${since}&include_deleted=true`)
  expect(rows.find((one) => one.id === id)).not.toHaveProperty('metadata')
})

describe('the filter', () => {
  const found = async (query: string) => {
    const reply = await call('GET', `/matters?${query}`)
    return reply.status === 200 ? reply.rows.map(({ id }) => id) : detailsOf(reply)
  }

  it('finds records with all of the values, after each change', async () => {
    const [a, b] = [await make({ color: 'red', 'a b': 'c,d' }), await make({ color: 'red', size: 'L' })]
    expect(await found('metadata[color]=red')).toEqual([a, b])
    expect(await found('metadata%5Bcolor%5D=red&metadata%5Bsize%5D=L')).toEqual([b])
    expect(await found('metadata[a b]=c,d&status=In%20Progress')).toEqual([a])
    expect(await found('metadata[color]=RED')).toEqual([])
    await call('PATCH', `/matters/${a}`, { metadata: { color: 'blue' } })
    expect(await found('metadata[color]=red')).toEqual([b])
    await call('PATCH', `/matters/${b}`, { metadata: null })
    expect(await found('metadata[color]=red')).toEqual([])
    expect(await found('metadata[color]=blue')).toEqual([a])
    await call('DELETE', `/matters/${a}`)
    expect(await found('metadata[color]=blue')).toEqual([])
    const rows = await api.db.rows({
      key: text,
    })`SELECT key FROM metadata_values WHERE record_id = ANY (${[a, b]}::bigint[])`
    expect(rows).toEqual([])
  })

  it('goes with cursors, sorting and the total', async () => {
    const ids: number[] = []
    for (let n = 0; n < 5; n++) ids.push(await make({ paged: 'yes' }))
    const first = await call('GET', '/matters?metadata[paged]=yes&limit=3&sort=-created_at&include=total')
    expect(first.body).toMatchObject({
      total: 5,
      data: ids
        .toReversed()
        .slice(0, 3)
        .map((id) => ({ id })),
    })
    const next = await call('GET', `/matters?cursor=${String(first.body['next_cursor'])}&metadata[paged]=yes`)
    expect(next.rows.map(({ id }) => id)).toEqual(ids.toReversed().slice(3))
    const other = await call('GET', `/matters?cursor=${String(first.body['next_cursor'])}&metadata[paged]=no`)
    expect(detailsOf(other)[0]?.code).toBe('cursor_mismatch')
  })

  it('refuses what no record can have, and reads other brackets as before', async () => {
    expect(await found('metadata=a')).toEqual([
      { field: 'metadata', code: 'invalid_type', message: 'needs a key, such as metadata[erp_id]=A-2041' },
    ])
    expect(await found('metadata[]=a')).toEqual([expect.objectContaining({ code: 'invalid_format' })])
    expect(await found('metadata[a]=')).toEqual([expect.objectContaining({ code: 'blank' })])
    expect(await found('metadata[a]=1&metadata[a]=2')).toEqual([
      expect.objectContaining({ field: 'metadata[a]', code: 'repeated' }),
    ])
    expect(await found(`metadata[__proto__]=a`)).toEqual([expect.objectContaining({ code: 'invalid_format' })])
    const id = await make({ 0: 'zero' }, { status: 'Dismissed' })
    expect(await found('metadata[0]=zero')).toEqual([id])
    expect(await found('status[]=Dismissed&status[]=Settled')).toEqual([id])
  })
})

it('reads the pairs of one workspace only, by an index', async () => {
  const other = await api.account()
  const [own, foreign] = [await findWorkspace(api.db, account, 'live'), await findWorkspace(api.db, other, 'live')]
  await api.db.run`
    INSERT INTO matters (workspace_id, title, status, words, metadata, created_at, updated_at)
    SELECT CASE WHEN n % 2 = 0 THEN ${own}::int ELSE ${foreign}::int END, 'M', 'In Progress', '{}',
      jsonb_build_object('shared', 'same', 'number', n::text, 'batch', (n / 100)::text), now() + n * interval '1 ms', now() + n * interval '1 ms'
    FROM generate_series(1, 10000) AS n`
  await api.db.run`ANALYZE matters, metadata_values`
  const { body } = await call('GET', '/matters?metadata[batch]=7&metadata[shared]=same&limit=200')
  expect(body['count']).toBe(50)
  expect((await call('GET', '/matters?metadata[number]=4711')).body['count']).toBe(0)
  const Plan = z.array(z.object({ Plan: z.unknown() }))
  const planOf = async (wanted: Prisma.Sql) => {
    const [row] = await api.db.rows({ 'QUERY PLAN': json(Plan) })`
      EXPLAIN (ANALYZE, FORMAT JSON) SELECT id FROM matters WHERE workspace_id = ${own} AND deleted_at IS NULL AND ${wanted}
      ORDER BY id LIMIT 51`
    return JSON.stringify(row?.['QUERY PLAN'])
  }
  const pair = (name: string, value: string) => Prisma.sql`id IN (
    SELECT record_id FROM metadata_values WHERE workspace_id = ${own} AND resource = 'matters' AND key = ${name} AND value = ${value})`
  for (const wanted of [pair('number', '4712'), pair('batch', '7'), pair('shared', 'same')]) {
    const plan = await planOf(wanted)
    expect(plan).toContain('metadata_values_pkey')
    expect(plan).not.toContain('Seq Scan')
  }
})

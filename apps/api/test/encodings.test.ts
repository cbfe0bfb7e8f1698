import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { contract, dashContract, holdsSecret, operations } from '@matterbase/schemas'
import { request } from 'undici'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { encodingFor } from '../src/http/sending/encodings.ts'
import { startApi } from './harness.ts'
import type { Api } from './harness.ts'

let api: Api
let key: string
let id: number

beforeAll(async () => {
  api = await startApi()
  key = await api.key()
  const description = 'We agree that all work and no play is dull. '.repeat(100)
  const data = Array.from({ length: 50 }, (_, n) => ({ external_id: `m-${n}`, title: 'Hale', description }))
  await api.call('POST', '/matters/bulk', { key, body: { data } })
  id = (await api.call('GET', '/matters?limit=1', { key })).rows[0]?.id ?? 0
})
afterAll(() => api.close())

interface Options {
  readonly method?: 'GET' | 'HEAD' | 'PATCH' | 'POST'
  readonly headers?: Record<string, string>
  readonly body?: object
}

/** An answer as it is on the wire. */
async function ask(path: string, accepted: string | undefined, { method = 'GET', headers, body }: Options = {}) {
  const response = await request(api.baseUrl + path, {
    method,
    headers: {
      authorization: `Bearer ${key}`,
      ...(accepted !== undefined && { 'accept-encoding': accepted }),
      ...(body && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  const bytes = Buffer.from(await response.body.arrayBuffer())
  const encoding = response.headers['content-encoding']
  const text = () => (encoding === 'br' ? brotliDecompressSync(bytes) : encoding === 'gzip' ? gunzipSync(bytes) : bytes)
  return { status: response.statusCode, headers: response.headers, bytes, encoding, text: () => text().toString() }
}

describe('an answer', () => {
  it.each([
    ['br, gzip', 'br'],
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip, deflate', 'gzip'],
    ['gzip;q=1.0, br;q=0.5', 'gzip'],
    ['*', 'br'],
    ['*;q=0.5, br;q=0', 'gzip'],
    ['GZIP', 'gzip'],
  ])('is sent to a caller that accepts %j as %s', async (accepted, encoding) => {
    const plain = await ask('/matters', 'identity')
    const { headers, bytes, text, encoding: used } = await ask('/matters', accepted)
    expect([used, headers['vary'], headers['content-length']]).toEqual([encoding, 'Accept-Encoding', `${bytes.length}`])
    expect(text()).toBe(plain.text())
    expect(bytes.length).toBeLessThan(plain.bytes.length / 5)
  })

  it.each([undefined, '', 'identity', 'br;q=0, gzip;q=0', 'zstd', 'identity, br;q=0.5', '*;q=0', 'br;q=wrong'])(
    'is sent as it is to a caller that accepts %j',
    async (accepted) => {
      const { status, headers, encoding } = await ask('/matters', accepted)
      expect([status, encoding, headers['vary']]).toEqual([200, undefined, 'Accept-Encoding'])
    },
  )

  it('is sent as it is when it is short', async () => {
    expect((await ask('/me', 'br')).encoding).toBeUndefined()
  })

  it('has the same headers for HEAD', async () => {
    const got = await ask('/matters?limit=20', 'br')
    const head = await ask('/matters?limit=20', 'br', { method: 'HEAD' })
    expect([head.bytes.length, head.encoding, head.headers['etag']]).toEqual([0, 'br', got.headers['etag']])
  })

  it('is the same for all who ask at the same time', async () => {
    const answers = await Promise.all(Array.from({ length: 30 }, () => ask('/matters?limit=25', 'gzip')))
    const { text: plain } = await ask('/matters?limit=25', 'identity')
    const withoutCursor = (text: string) => text.replace(/"next_cursor":"[^"]+"/, '')
    for (const { text } of answers) expect(withoutCursor(text())).toBe(withoutCursor(plain()))
  })

  it('of an export is compressed as it is read', async () => {
    const plain = await ask('/matters/export', 'identity')
    for (const encoding of ['br', 'gzip']) {
      const { headers, text, encoding: used } = await ask('/matters/export', encoding)
      expect([used, headers['vary']]).toEqual([encoding, 'Accept-Encoding'])
      expect(text()).toBe(plain.text())
    }
  })
})

describe('a tag', () => {
  it('of a record differs in each encoding, and is known in all of them', async () => {
    const tags = await Promise.all(
      ['identity', 'gzip', 'br'].map(async (encoding) =>
        String((await ask(`/matters/${id}`, encoding)).headers['etag']),
      ),
    )
    expect(new Set(tags).size).toBe(3)
    for (const tag of tags)
      for (const accepted of ['identity', 'gzip', 'br']) {
        const known = await ask(`/matters/${id}`, accepted, { headers: { 'if-none-match': tag } })
        expect([known.status, known.bytes.length, known.headers['etag'], known.headers['vary']]).toEqual([
          304,
          0,
          tag,
          'Accept-Encoding',
        ])
      }
  })

  it('of a list is weak and the same in each encoding', async () => {
    const tags = await Promise.all(
      ['identity', 'gzip', 'br'].map(async (encoding) => (await ask('/matters', encoding)).headers['etag']),
    )
    expect(new Set(tags).size).toBe(1)
    expect(tags[0]).toMatch(/^W\/"/)
    expect((await ask('/matters', 'br', { headers: { 'if-none-match': String(tags[0]) } })).status).toBe(304)
  })

  it.each(['identity', 'gzip', 'br'])('of an answer in %s is one for If-Match', async (encoding) => {
    const tag = String((await ask(`/matters/${id}`, encoding)).headers['etag'])
    const change = (title: string) =>
      ask(`/matters/${id}`, encoding, { method: 'PATCH', headers: { 'if-match': tag }, body: { title } })
    expect((await change(`Hale in ${encoding}`)).status).toBe(200)
    expect((await change('Hale')).status).toBe(412)
  })
})

describe('a secret', () => {
  const all = [...operations, ...Object.values(dashContract).flatMap((resource) => Object.values(resource))]

  it('is found in the contract', () => {
    const names = all.filter(holdsSecret).map(({ method, path }) => `${method} ${path}`)
    expect(names).toEqual(
      expect.arrayContaining([
        'post /webhooks',
        'post /webhooks/{id}/rotate-secret',
        'post /keys',
        'post /keys/{id}/rotate',
        'post /inbox',
        'get /documents/{id}/link',
        'post /invoices/{id}/link',
      ]),
    )
    for (const { list, get, bulk } of [contract.matters, contract.clients, contract.timeEntries])
      expect([list, get, bulk].map(holdsSecret)).toEqual([false, false, false])
  })

  it('is never compressed with a text of the caller, nor when it is sent again', async () => {
    const body = { url: 'http://localhost:1/hook', events: ['matter.created'], description: 'whsec_ '.repeat(30) }
    const headers = { 'idempotency-key': 'once' }
    for (const replayed of [undefined, 'true']) {
      const made = await ask('/webhooks', 'br, gzip', { method: 'POST', body, headers })
      expect(made.text()).toContain('"secret":"whsec_')
      expect([made.encoding, made.headers['idempotent-replayed']]).toEqual([undefined, replayed])
    }
  })
})

describe('what a caller accepts', () => {
  it.each([
    ['br', 'br'],
    ['gzip , br;q=0.999', 'gzip'],
    ['br; q=0.1', 'br'],
    ['x, *', 'br'],
    [';;,', undefined],
  ])('is read from %j', (accepted, encoding) => {
    expect(encodingFor(accepted)).toBe(encoding)
  })
})

describe('Cache-Control', () => {
  it('lets a browser keep what has a tag, to ask for it again, and nothing else', async () => {
    const own = async (path: string, options?: Options) =>
      (await ask(path, 'identity', options)).headers['cache-control']
    expect(await own('/matters')).toBe('private, no-cache')
    expect(await own(`/matters/${id}`)).toBe('private, no-cache')
    expect(await own('/matters/0')).toBe('no-store')
    expect(await own('/matters', { method: 'POST', body: { title: 'Hale' } })).toBe('no-store')
    const tag = String((await ask('/matters', 'identity')).headers['etag'])
    expect(await own('/matters', { headers: { 'if-none-match': tag } })).toBe('private, no-cache')
    expect((await api.request('GET', '/healthz')).headers.get('cache-control')).toBe('no-store')
  })
})

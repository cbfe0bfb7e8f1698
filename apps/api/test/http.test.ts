import { connect } from 'node:net'
import { gzipSync } from 'node:zlib'
import { readBuild } from '@matterbase/config'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApi } from './harness.ts'
import type { Api } from './harness.ts'

let api: Api
let key: string

beforeAll(async () => {
  api = await startApi()
  key = await api.key()
})
afterAll(() => api.close())

const json = { 'content-type': 'application/json' }

describe('bodies', () => {
  it.each([
    ['malformed JSON', '{"title":', 'invalid_json'],
    ['an array', '[]', 'invalid_body'],
    ['a string', '"x"', 'invalid_body'],
    ['null', 'null', 'invalid_body'],
    ['a body that is empty', '', 'invalid_body'],
  ])('answers 400 to %s', async (_name, body, code) => {
    const reply = await api.call('POST', '/matters', { key, body, headers: json })
    expect([reply.status, reply.body['code']]).toEqual([400, code])
  })

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/json; charset=utf-16',
    'application/json; charset = latin1',
    'application/json; charset=utf-88',
    'application/jsonx',
  ])('answers 415 to %s', async (type) => {
    const reply = await api.call('POST', '/matters', {
      key,
      body: '{"title":"a"}',
      headers: { 'content-type': type },
    })
    expect([reply.status, reply.body['code']]).toEqual([415, 'unsupported_media_type'])
  })

  it.each([
    'application/json; charset=UTF-8',
    'application/json; charset="utf-8"',
    'application/json;charset=utf8',
    'application/json; charset="UTF8"',
    'application/merge-patch+json',
  ])('accepts %s', async (type) => {
    expect(
      (await api.call('POST', '/matters', { key, body: '{"title":"a"}', headers: { 'content-type': type } })).status,
    ).toBe(201)
  })

  it('answers 400 to bytes that are not UTF-8, instead of storing something else', async () => {
    const response = await fetch(`${api.baseUrl}/matters`, {
      method: 'POST',
      headers: { ...json, authorization: `Bearer ${key}` },
      body: Buffer.from('{"title":"caf\xe9"}', 'latin1'),
    })
    expect(await response.json()).toMatchObject({ code: 'invalid_json', error: 'The body is not valid UTF-8' })
  })

  it('answers 413 to more than 1 MiB, also when it was smaller on the wire', async () => {
    const large = JSON.stringify({ title: 'a', description: 'x'.repeat(1024 * 1024) })
    expect((await api.call('POST', '/matters', { key, body: large })).status).toBe(413)
    const response = await fetch(`${api.baseUrl}/matters`, {
      method: 'POST',
      headers: { ...json, authorization: `Bearer ${key}`, 'content-encoding': 'gzip' },
      body: gzipSync(large),
    })
    expect(response.status).toBe(413)
    expect(await response.json()).toMatchObject({ code: 'payload_too_large' })
  })
})

describe('methods and paths', () => {
  it('answers 405 with Allow to a method that a path does not have', async () => {
    const reply = await api.call('PUT', '/me', { key, body: {} })
    expect([reply.status, reply.headers.get('allow'), reply.body['code']]).toEqual([
      405,
      'GET, HEAD, OPTIONS',
      'method_not_allowed',
    ])
  })

  it('answers HEAD like GET, without the body', async () => {
    const [head, get] = [await api.call('HEAD', '/me', { key }), await api.call('GET', '/me', { key })]
    expect([head.status, head.text]).toEqual([200, ''])
    expect(head.headers.get('content-length')).toBe(get.headers.get('content-length'))
  })

  it('answers OPTIONS without a key, for browsers', async () => {
    const reply = await api.call('OPTIONS', '/matters', {
      headers: { origin: 'https://crm.example', 'access-control-request-headers': 'authorization' },
    })
    expect([reply.status, reply.headers.get('allow')]).toEqual([204, 'GET, POST, PUT, HEAD, OPTIONS'])
    expect(reply.headers.get('access-control-allow-origin')).toBe('*')
    expect(reply.headers.get('access-control-allow-credentials')).toBeNull()
  })

  it('takes a trailing slash for the same resource, and nothing else', async () => {
    expect((await api.call('GET', '/me/', { key })).status).toBe(200)
    for (const path of ['//me', '/ME', '/nowhere', '/matters/1/2', '/matters//', '/matters/%zz'])
      expect((await api.call('GET', path, { key })).status).toBe(404)
    expect((await api.request('GET', '/API/v1/me', { key })).status).toBe(404)
  })

  it('answers 404 to an unknown route before it asks for a key', async () => {
    const reply = await api.call('GET', '/nowhere')
    expect([reply.status, reply.body['code']]).toEqual([404, 'not_found'])
  })
})

describe('the OpenAPI document', () => {
  it('is there for anybody, and is told not to be written', async () => {
    const reply = await api.call('GET', '/openapi.json')
    expect([reply.status, reply.body['openapi'], reply.headers.get('access-control-allow-origin')]).toEqual([
      200,
      '3.0.3',
      '*',
    ])
    const etag = String(reply.headers.get('etag'))
    expect((await api.call('GET', '/openapi.json', { headers: { 'if-none-match': etag } })).status).toBe(304)
    const refused = await api.call('POST', '/openapi.json', { body: {} })
    expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS'])
    expect((await api.call('OPTIONS', '/openapi.json')).status).toBe(204)
  })
})

describe('keys', () => {
  it('says how to authenticate', async () => {
    const none = await api.call('GET', '/me')
    expect([none.status, none.headers.get('www-authenticate'), none.body['code']]).toEqual([
      401,
      'Bearer',
      'missing_key',
    ])
    const challenge = async (authorization: string) =>
      (await api.call('GET', '/me', { headers: { authorization } })).headers.get('www-authenticate')
    for (const none of ['Bearer', 'Bearer ', 'Basic abc', `Token ${key}`]) expect(await challenge(none)).toBe('Bearer')
    for (const bad of ['Bearer wrong', `Bearer ${key} x`])
      expect(await challenge(bad)).toBe('Bearer error="invalid_token"')
  })

  it('names the scope that is missing', async () => {
    const reader = await api.key({ scopes: ['matters:read'] })
    const reply = await api.call('POST', '/matters', { key: reader, body: { title: 7 } })
    expect(reply.status).toBe(403)
    expect(reply.body['error']).toContain('matters:write')
    expect(reply.headers.get('www-authenticate')).toBe('Bearer error="insufficient_scope", scope="matters:write"')
  })

  it('tells who the key is', async () => {
    const test = await api.key({ environment: 'test', tier: 'pro', scopes: ['matters:read'] })
    const { body } = await api.call('GET', '/me', { key: test })
    expect(body).toEqual({
      key: {
        id: expect.any(Number),
        name: 'test',
        environment: 'test',
        scopes: ['matters:read'],
        rate_tier: 'pro',
        acts_for: null,
      },
      owner_uuid: expect.stringMatching(/^[0-9a-f-]{36}$/),
      workspace: { epoch: expect.stringMatching(/^[0-9a-f-]{36}$/) },
    })
  })
})

describe('health', () => {
  it('reports the version and the commit', async () => {
    const { body } = await api.request('GET', '/healthz')
    expect(body).toEqual({ status: 'ok', ...readBuild({}) })
  })

  it('is read only', async () => {
    for (const path of ['/healthz', '/readyz']) {
      expect((await api.request('GET', path)).status).toBe(200)
      const refused = await api.request('POST', path, { body: {} })
      expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS'])
      expect((await api.request('OPTIONS', path)).status).toBe(204)
    }
  })

  it('takes one connection to the database, however many ask', async () => {
    const before = api.db.pool.totalCount
    const replies = await Promise.all(Array.from({ length: 50 }, () => api.request('GET', '/readyz')))
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200))
    expect(api.db.pool.totalCount).toBeLessThanOrEqual(before + 1)
  })
})

describe('request ids', () => {
  it('keeps a usable one and makes one otherwise', async () => {
    expect(
      (await api.call('GET', '/me', { key, headers: { 'x-request-id': 'my-id_1.2' } })).headers.get('x-request-id'),
    ).toBe('my-id_1.2')
    for (const bad of ['a b', 'x'.repeat(129), 'ä'.normalize('NFD').charAt(0) + '"'])
      expect(
        (await api.call('GET', '/me', { key, headers: { 'x-request-id': bad } })).headers.get('x-request-id'),
      ).toMatch(/^[0-9a-f-]{36}$/)
  })
})

describe('what Node itself refuses', () => {
  it.each([
    ['a malformed request', 'GET / HTTP/9.9\r\n\r\n', 400, 'malformed_request'],
    [
      'headers that are too large',
      `GET /api/v1/me HTTP/1.1\r\nHost: a\r\nX-Large: ${'x'.repeat(40_000)}\r\n\r\n`,
      431,
      'headers_too_large',
    ],
  ])('is answered in JSON: %s', async (_name, request, status, code) => {
    const text = await rawExchange(request)
    expect(text).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    expect(JSON.parse(text.slice(text.indexOf('\r\n\r\n')))).toMatchObject({
      code,
      request_id: expect.any(String),
      doc_url: `http://localhost/docs/api/errors#${code}`,
    })
  })
})

function rawExchange(request: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ''
    const socket = connect(Number(new URL(api.origin).port), '127.0.0.1', () => socket.write(request))
    socket
      .on('data', (chunk) => (text += String(chunk)))
      .on('end', () => resolve(text))
      .on('error', reject)
  })
}

import { afterEach, beforeEach, describe, expect, expectTypeOf, it, vi } from 'vitest'

import { ConfigError, DecodeError, type Matter, NotFoundError } from '../src/index.ts'
import { route, startService } from './mock-server.ts'
import { apiKey, client, failure, fetchOf, json, matter } from './service.ts'

const serve = startService()

describe('request', () => {
  it('answers the JSON as it is, by the type it is told', async () => {
    const { handler, seen } = route('get', '/matters/7', { data: matter })
    serve(handler)
    const answer = await client().request<{ data: Matter }>('GET', '/matters/7', {
      query: { fields: 'id', none: null },
    })
    expectTypeOf(answer).toEqualTypeOf<{ data: Matter }>()
    expect(answer).toEqual({ data: matter })
    expect(seen[0]?.path).toBe('/api/v1/matters/7?fields=id')
    expect(seen[0]?.headers.get('authorization')).toBe(`Bearer ${apiKey}`)
    expectTypeOf(client().request<undefined>).returns.resolves.toEqualTypeOf<undefined>()
  })

  it('sends a body as JSON, with an idempotency key on a POST', async () => {
    const { handler, seen } = route('post', '/matters', { data: matter }, { status: 201 })
    serve(handler)
    const body = { title: 'A', start_date: new Date('2026-03-14') }
    const { data, idempotencyKey, response } = await client()
      .request('POST', '/matters', { body, idempotencyKey: 'mine', headers: { 'x-trace': '1' } })
      .withResponse()
    expect({ data, idempotencyKey, status: response.status }).toEqual({
      data: { data: matter },
      idempotencyKey: 'mine',
      status: 201,
    })
    expect(seen[0]?.body).toEqual({ title: 'A', start_date: '2026-03-14' })
    expect(seen[0]?.headers.get('x-trace')).toBe('1')
    expect(seen[0]?.headers.get('content-type')).toBe('application/json')
    expect(seen[0]?.headers.get('idempotency-key')).toBe('mine')
  })

  it('takes any JSON, or nothing, for an answer, and refuses other texts', async () => {
    const { fetch } = fetchOf(
      json([1, 2]),
      () => new Response(null, { status: 204 }),
      () => new Response('<html>'),
    )
    const mb = client({ fetch })
    await expect(mb.request('GET', '/numbers')).resolves.toEqual([1, 2])
    await expect(mb.request('DELETE', '/numbers/1')).resolves.toBeUndefined()
    await expect(mb.request('GET', '/numbers')).rejects.toBeInstanceOf(DecodeError)
  })

  it('throws the errors of every other call', async () => {
    const { fetch } = fetchOf(failure(404))
    await expect(client({ fetch }).request('GET', '/nothing')).rejects.toBeInstanceOf(NotFoundError)
  })

  it.each([
    '',
    '/',
    'matters',
    '/matters/',
    '/matters//7',
    '/matters?limit=1',
    '/matters#7',
    '//evil.test/x',
    'https://evil.test/x',
  ])('refuses the path %j, which is none below the base URL', async (path) => {
    const { fetch, calls } = fetchOf(json({}))
    await expect(client({ fetch }).request('GET', path)).rejects.toBeInstanceOf(ConfigError)
    expect(calls).toEqual([])
  })

  it.each(['/matters/../webhooks', '/matters/.'])('refuses %j, which would reach something else', async (path) => {
    const { fetch, calls } = fetchOf(json({}))
    await expect(client({ fetch }).request('GET', path)).rejects.toThrow('An ID in a path must be')
    expect(calls).toEqual([])
  })

  it('encodes segments, so that none can become another path', async () => {
    const { fetch, calls } = fetchOf(json({}))
    await client({ fetch }).request('GET', '/matters/%2e%2e/a b')
    expect(calls[0]?.url).toMatch(/\/api\/v1\/matters\/%252e%252e\/a%20b$/)
  })

  it('refuses a method in another letter case, which would be retried as what it is not', async () => {
    await expect(client().request('post' as never, '/matters')).rejects.toThrow(
      'method must be GET, POST, PUT, PATCH or DELETE, not post',
    )
  })
})

describe('request, when it fails', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('is retried with the same idempotency key', async () => {
    const { fetch, calls } = fetchOf(failure(503), json({ ok: true }))
    const answer = client({ fetch }).request('POST', '/matters/7/archive')
    await vi.runAllTimersAsync()
    expect(await answer).toEqual({ ok: true })
    const keys = calls.map(({ init }) => init.headers.get('idempotency-key'))
    expect(keys).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/), keys[0]])
  })
})

describe('withOptions', () => {
  it('makes another client with these options over its own', async () => {
    const { fetch, calls } = fetchOf(failure(500))
    const mb = client({ fetch, maxRetries: 0 })
    const strict = mb.withOptions({ strict: true, apiKey: 'mb_test_other' })
    await expect(strict.matters.get(7)).rejects.toMatchObject({ attempts: 1 })
    await expect(mb.matters.get(7)).rejects.toMatchObject({ attempts: 1 })
    expect(calls.map(({ init }) => [init.headers.get('prefer'), init.headers.get('authorization')])).toEqual([
      ['handling=strict', 'Bearer mb_test_other'],
      [null, `Bearer ${apiKey}`],
    ])
    expect(() => mb.withOptions({ timeout: 0 })).toThrow(ConfigError)
  })

  it('goes back to the default of an option that is undefined', async () => {
    const { fetch, calls } = fetchOf(failure(404))
    const plain = client({ fetch, strict: true }).withOptions({ strict: undefined })
    await expect(plain.matters.get(7)).rejects.toBeInstanceOf(NotFoundError)
    expect(calls[0]?.init.headers.has('prefer')).toBe(false)
  })
})

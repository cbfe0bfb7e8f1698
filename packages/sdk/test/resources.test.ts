import { describe, expect, it } from 'vitest'

import { ConfigError, ConflictError, DecodeError, NotFoundError } from '../src/index.ts'
import { route, startService } from './mock-server.ts'
import { apiKey, client, failure, fetchOf, json, matter } from './service.ts'

const serve = startService()

describe('matters', () => {
  it('gets a record, with key and product name in the request', async () => {
    const { handler, seen } = route('get', '/matters/7', { data: matter })
    serve(handler)
    await expect(client().matters.get(7)).resolves.toEqual(matter)
    expect(seen[0]?.headers.get('authorization')).toBe(`Bearer ${apiKey}`)
    expect(seen[0]?.headers.get('user-agent')).toMatch(/^matterbase-sdk\/\S+ Node\.js/)
    expect(seen[0]?.headers.has('idempotency-key')).toBe(false)
  })

  it('creates with a key of its own for each call', async () => {
    const { handler, seen } = route('post', '/matters', { data: matter }, { status: 201 })
    serve(handler)
    await expect(client().matters.create({ title: 'Estate of Moss' })).resolves.toEqual(matter)
    await client().matters.create({ title: 'Estate of Moss' }, { idempotencyKey: 'mine' })
    expect(seen[0]?.body).toEqual({ title: 'Estate of Moss' })
    expect(seen[0]?.headers.get('idempotency-key')).toMatch(/^[0-9a-f-]{36}$/)
    expect(seen[1]?.headers.get('idempotency-key')).toBe('mine')
  })

  it('updates with null to clear', async () => {
    const { handler, seen } = route('patch', '/matters/7', { data: matter })
    serve(handler)
    await expect(client().matters.update(7, { description: null })).resolves.toEqual(matter)
    expect(seen[0]?.body).toEqual({ description: null })
  })

  it('upserts by external_id and says whether it created', async () => {
    const { handler, seen } = route('put', '/matters', { data: matter, created: true }, { status: 201 })
    serve(handler)
    await expect(client().matters.upsert('crm-7', { title: 'Estate of Moss' })).resolves.toEqual({
      data: matter,
      created: true,
    })
    expect(seen[0]?.body).toEqual({ title: 'Estate of Moss', external_id: 'crm-7' })
  })

  it('takes created from the status where the body does not say', async () => {
    const { fetch } = fetchOf(json({ data: matter }, 201), json({ data: matter }))
    const mb = client({ fetch })
    await expect(mb.matters.upsert('a', {})).resolves.toMatchObject({ created: true })
    await expect(mb.matters.upsert('a', {})).resolves.toMatchObject({ created: false })
  })

  it('deletes to nothing, with force when asked', async () => {
    const { handler, seen } = route('delete', '/matters/7', { success: true })
    serve(handler)
    await expect(client().matters.delete(7)).resolves.toBeUndefined()
    await client().matters.delete(7, { force: true })
    expect(seen.map(({ path }) => path)).toEqual(['/api/v1/matters/7', '/api/v1/matters/7?force=true'])
  })

  it('takes an empty answer for a deletion', async () => {
    const { fetch } = fetchOf(() => new Response(null, { status: 204 }))
    await expect(client({ fetch }).matters.delete(7)).resolves.toBeUndefined()
  })

  it('tells which record stands in the way', async () => {
    const { handler } = route(
      'post',
      '/matters',
      { error: 'external_id is taken', code: 'external_id_conflict', existing_id: 3 },
      { status: 409 },
    )
    serve(handler)
    const error = await client()
      .matters.create({ title: 'x', external_id: 'a' })
      .catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(ConflictError)
    expect(error).toMatchObject({ code: 'external_id_conflict', existingId: 3, body: { existing_id: 3 }, attempts: 1 })
  })

  it.each([
    ['', '""'],
    [' ', '" "'],
    ['.', '"."'],
    ['..', '".."'],
    [Number.NaN, 'NaN'],
    [1.5, '1.5'],
    [undefined, 'undefined'],
    [null, 'null'],
    [{}, '[object Object]'],
  ])('refuses the id %s before anything is sent, and names it', async (id, named) => {
    const { fetch, calls } = fetchOf(json({ data: matter }))
    const got = client({ fetch }).matters.get(id as never)
    await expect(got).rejects.toThrow(`An ID in a path must be an integer or a string, not ${named}`)
    await expect(got).rejects.toBeInstanceOf(ConfigError)
    expect(calls).toHaveLength(0)
  })

  it('encodes an id that is a text', async () => {
    const { fetch, calls } = fetchOf(failure(404))
    await expect(client({ fetch }).matters.get('a/../b?c' as never)).rejects.toBeInstanceOf(NotFoundError)
    expect(calls[0]?.url).toMatch(/\/matters\/a%2F\.\.%2Fb%3Fc$/)
  })

  it.each([
    ['a page of HTML', () => new Response('<html>', { status: 200 })],
    ['a JSON text', () => json('hello')],
    ['an envelope without a record', () => json({})],
  ])('refuses %s as an answer', async (_name, answer) => {
    const { fetch } = fetchOf(answer)
    await expect(client({ fetch }).matters.get(7)).rejects.toBeInstanceOf(DecodeError)
    await expect(client({ fetch }).matters.upsert('a', {})).rejects.toBeInstanceOf(DecodeError)
    await expect(client({ fetch }).leads.create({ email: 'a@b.example' })).rejects.toBeInstanceOf(DecodeError)
    await expect(client({ fetch }).matters.list()).rejects.toBeInstanceOf(DecodeError)
  })
})

describe('the other resources', () => {
  it('answers whose key it is', async () => {
    const me = { key: { id: 1, name: 'CRM', environment: 'test', scopes: [], rate_tier: 'free' }, owner_uuid: 'u' }
    const { handler } = route('get', '/me', me)
    serve(handler)
    await expect(client().me()).resolves.toEqual(me)
  })

  it('lists, creates, tests and deletes webhook endpoints', async () => {
    const endpoint = { id: 1, url: 'https://hooks.test/', events: ['matter.created'], secret: 'whsec_x' }
    const list = route('get', '/webhooks', { webhooks: [endpoint] })
    const create = route('post', '/webhooks', endpoint, { status: 201 })
    const test = route('post', '/webhooks/1/test', { success: true, message: 'queued' })
    const remove = route('delete', '/webhooks/1', { success: true })
    serve(list.handler, create.handler, test.handler, remove.handler)
    const { webhooks } = client()
    await expect(webhooks.list()).resolves.toEqual([endpoint])
    await expect(webhooks.create({ url: endpoint.url, events: ['matter.created'] })).resolves.toEqual(endpoint)
    await expect(webhooks.test(1)).resolves.toEqual({ success: true, message: 'queued' })
    await expect(webhooks.delete(1)).resolves.toBeUndefined()
  })

  it('captures a lead in its envelope and lists leads as a page', async () => {
    const lead = { lead_id: 'l1', email: 'a@b.test' }
    const create = route('post', '/leads', { success: true, lead, created: false })
    const list = route('get', '/leads', { count: 1, leads: [lead], has_more: false })
    serve(create.handler, list.handler)
    const { leads } = client()
    await expect(leads.create({ email: 'a@b.test' })).resolves.toEqual({ lead, created: false })
    expect(create.seen[0]?.body).toEqual({ leadData: { email: 'a@b.test' } })
    await expect(leads.list()).resolves.toMatchObject({ data: [lead], count: 1, hasMore: false })
  })

  it('reads time entries and invoices at their own paths', async () => {
    const entry = route('get', '/time-entries/1', { data: { id: 1 } })
    const invoice = route('get', '/invoices/2', { data: { invoice_id: 2 } })
    serve(entry.handler, invoice.handler)
    await expect(client().timeEntries.get(1)).resolves.toEqual({ id: 1 })
    await expect(client().invoices.get(2)).resolves.toEqual({ invoice_id: 2 })
  })
})

describe('withResponse', () => {
  it('gives status, request id and rate limit beside the data, in one request', async () => {
    const { fetch, calls } = fetchOf(
      json({ data: matter }, 200, {
        'x-request-id': 'req_9',
        'x-ratelimit-limit': '100',
        'x-ratelimit-remaining': '99',
        'x-ratelimit-reset': '1800000000',
      }),
    )
    const call = client({ fetch }).matters.get(7)
    const { data, response, requestId, rateLimit, attempts } = await call.withResponse()
    expect(await call).toBe(data)
    expect({ status: response.status, requestId, rateLimit, attempts, calls: calls.length }).toEqual({
      status: 200,
      requestId: 'req_9',
      rateLimit: { limit: 100, remaining: 99, resetAt: new Date(1_800_000_000_000) },
      attempts: 1,
      calls: 1,
    })
  })

  it('tells the idempotency key of a POST', async () => {
    const { fetch, calls } = fetchOf(json({ data: matter }, 201))
    const { idempotencyKey } = await client({ fetch }).matters.create({ title: 'x' }).withResponse()
    expect(idempotencyKey).toBe(calls[0]?.init.headers.get('idempotency-key'))
  })
})

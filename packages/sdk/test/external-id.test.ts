import { describe, expect, it } from 'vitest'

import { ConfigError, DecodeError, NotFoundError } from '../src/index.ts'
import { route, startService } from './mock-server.ts'
import { client, fetchOf, json, matter } from './service.ts'

const serve = startService()

describe('getByExternalId', () => {
  it('gives the record with this external_id', async () => {
    const { handler, seen } = route('get', '/matters', { count: 1, data: [matter], has_more: false })
    serve(handler)
    await expect(client().matters.getByExternalId('crm-7')).resolves.toEqual(matter)
    expect(seen[0]?.path).toBe('/api/v1/matters?external_id=crm-7')
  })

  it('throws as get does when there is none', async () => {
    const { fetch } = fetchOf(json({ count: 0, data: [] }, 200, { 'x-request-id': 'req_5' }))
    const error = await client({ fetch })
      .matters.getByExternalId('a,b')
      .catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(NotFoundError)
    expect(error).toMatchObject({
      message: 'No record of matters has the external_id "a,b" in this workspace',
      code: 'not_found',
      status: 404,
      requestId: 'req_5',
      attempts: 1,
    })
  })

  it('does not take another record for it, as of a service that ignores the filter', async () => {
    const { fetch } = fetchOf(json({ count: 1, data: [matter] }))
    await expect(client({ fetch }).matters.getByExternalId('crm-8')).rejects.toBeInstanceOf(DecodeError)
  })

  it.each([
    ['', '""'],
    [' ', '" "'],
    [undefined, 'undefined'],
    [7, '7'],
  ])('refuses %j before anything is sent', async (externalId, named) => {
    const { fetch, calls } = fetchOf(json({ data: [matter] }))
    const { matters } = client({ fetch })
    await expect(matters.getByExternalId(externalId as never)).rejects.toThrow(`not ${named}`)
    await expect(matters.upsert(externalId as never, {})).rejects.toBeInstanceOf(ConfigError)
    expect(calls).toEqual([])
  })
})

describe('upsert', () => {
  it('does not drop another external_id in the body without a word', async () => {
    const { fetch, calls } = fetchOf(json({ data: matter }))
    const body = { title: 'A', external_id: 'b-1' }
    await expect(client({ fetch }).matters.upsert('a-1', body)).rejects.toThrow(
      'The body must not have another external_id, "b-1"',
    )
    // @ts-expect-error -- the type has no external_id
    await expect(client({ fetch }).matters.upsert('a-1', { external_id: 'b-1' })).rejects.toBeInstanceOf(ConfigError)
    expect(calls).toEqual([])
    await client({ fetch }).matters.upsert('b-1', body)
    expect(JSON.parse(calls[0]?.init.body ?? '')).toEqual(body)
  })
})

describe('bulk', () => {
  const row = (index: number) => ({ index, status: 201, created: true, outcome: 'created', data: matter })

  it('sends all rows in one request and tells of each', async () => {
    const { handler, seen } = route('post', '/matters/bulk', { results: [row(0), row(1)] })
    serve(handler)
    const { data, idempotencyKey } = await client()
      .matters.bulk([{ external_id: 'a', title: 'A' }, { external_id: 'b' }], { idempotencyKey: 'mine' })
      .withResponse()
    expect(data).toEqual([
      { index: 0, external_id: 'a', outcome: 'created', created: true, data: matter },
      { index: 1, external_id: 'b', outcome: 'created', created: true, data: matter },
    ])
    expect(seen[0]).toMatchObject({
      path: '/api/v1/matters/bulk',
      body: { data: [{ external_id: 'a', title: 'A' }, { external_id: 'b' }] },
    })
    expect(idempotencyKey).toBe('mine')
  })

  it('is all or nothing when asked to, and throws with the rows at fault', async () => {
    const results = [
      {
        index: 0,
        status: 424,
        error: 'Not written, because another record of this request failed',
        code: 'not_applied',
      },
      { index: 1, status: 400, error: 'title: is required', code: 'validation_failed', details: [] },
    ]
    const body = {
      error: 'Nothing was written, because 1 of 2 records failed. Fix them, then send all records again.',
      code: 'bulk_failed',
      results,
    }
    const { handler, seen } = route('post', '/matters/bulk', body, { status: 400 })
    serve(handler)
    const rows = [{ external_id: 'a', title: 'A' }, { external_id: 'b' }]
    await expect(client().matters.bulk(rows, { atomic: true })).rejects.toMatchObject({
      name: 'BadRequestError',
      code: 'bulk_failed',
      failures: [{ index: 1, error: { code: 'validation_failed' } }],
    })
    expect(seen[0]?.path).toBe('/api/v1/matters/bulk?atomic=true')
  })
})

describe('the header if-match', () => {
  it.each([
    [null, 'null'],
    ['', '""'],
  ])('of %j is refused, since the write would not be conditional', async (etag, named) => {
    const { fetch, calls } = fetchOf(json({ data: matter }))
    const update = client({ fetch }).matters.update(7, {}, { headers: { 'If-Match': etag } })
    await expect(update).rejects.toBeInstanceOf(ConfigError)
    await expect(update).rejects.toThrow(`If-Match must be an ETag, not ${named}. Leave it out to overwrite`)
    expect(calls).toEqual([])
  })

  it('is sent as it is, or left out', async () => {
    const { fetch, calls } = fetchOf(json({ data: matter }))
    await client({ fetch }).matters.update(7, {}, { headers: { 'if-match': '"abc"' } })
    await client({ fetch }).matters.update(7, {}, { headers: { 'if-match': undefined } })
    expect(calls.map(({ init }) => init.headers.get('if-match'))).toEqual(['"abc"', null])
  })
})

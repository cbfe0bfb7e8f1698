import { gzipSync } from 'node:zlib'
import { bigint } from '@matterbase/db'
import { eventKinds } from '@matterbase/schemas'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApi } from './harness.ts'
import type { Api } from './harness.ts'

const many = 100_000
const named = (count: number, prefix = 'u') =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [prefix + n.toString(36), 0]))
const strict = { prefer: 'handling=strict' }

let api: Api
let key: string

beforeAll(async () => {
  api = await startApi()
  key = await api.key()
})
afterAll(() => api.close())

const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  api.call('POST', path, { key, body, headers })

const detailsOf = (body: { [name: string]: unknown }) => body['details'] as { field: string; code: string }[]

describe('an error', () => {
  it('says once that an array is too long', async () => {
    const events = Array.from({ length: many }, () => 'x')
    const reply = await post('/webhooks', { url: 'https://example.com', events })
    expect([reply.status, reply.body['details']]).toEqual([
      400,
      [{ field: 'events', code: 'too_long', message: 'must have at most 100 items' }],
    ])
    expect(reply.body).not.toHaveProperty('details_omitted')
  })

  it('looks at every item of an array that is not', async () => {
    const events = [...eventKinds, 'x', ...eventKinds, 'y']
    const { body } = await post('/webhooks', { url: 'https://example.com', events })
    expect(detailsOf(body).map(({ field }) => field)).toEqual([
      `events[${eventKinds.length}]`,
      `events[${2 * eventKinds.length + 1}]`,
    ])
  })

  it('has the first 100 details, and counts the others', async () => {
    const { status, body, text } = await post('/matters', { title: '', ...named(many) }, strict)
    expect(status).toBe(400)
    expect(detailsOf(body)).toHaveLength(100)
    expect(detailsOf(body)[0]).toMatchObject({ field: 'title', code: 'blank' })
    expect(body['details_omitted']).toBe(many + 1 - 100)
    expect(body.error).toBe(`title: must not be blank (and ${many} more, see details)`)
    expect(text.length).toBeLessThan(16 * 1024)
  })

  it('has all of 100 details and does not count what is not omitted', async () => {
    const { body } = await post('/matters', { title: 'Hale', ...named(100) }, strict)
    expect(detailsOf(body)).toHaveLength(100)
    expect(body).not.toHaveProperty('details_omitted')
  })

  it('counts unknown members of objects within, too', async () => {
    const { body } = await post('/leads', { ...named(60, 'a'), leadData: named(60, 'b') }, strict)
    expect([detailsOf(body).length, body['details_omitted']]).toEqual([100, 20])
  })

  it('cuts names that the caller sent', async () => {
    const name = 'x'.repeat(500_000)
    const { body, text } = await post('/matters', { title: 'Hale', [name]: 1 }, strict)
    expect(detailsOf(body)).toEqual([
      {
        field: `${'x'.repeat(64)}…`,
        code: 'unknown_field',
        message: 'is not a known field or parameter. Check the spelling, or leave it out',
      },
    ])
    expect(text.length).toBeLessThan(1024)
  })

  it('of a query counts, too', async () => {
    const names = Array.from({ length: 2_000 }, (_, n) => `p${n}`)
    const unknown = await api.call('GET', `/matters?${names.join('&')}`, { key, headers: strict })
    expect([unknown.status, unknown.body['details_omitted']]).toEqual([400, 1_900])
    const repeated = await api.call('GET', `/matters?${[...names, ...names].slice(1_500).join('&')}`, { key })
    expect([repeated.status, repeated.body['details_omitted']]).toEqual([400, 400])
  })

  it.each([
    ['objects', '{"a":', '}'],
    ['arrays', '[', ']'],
  ])(
    'is the answer to %s that are nested deeply, also within a string that looks like it',
    async (_name, open, end) => {
      const nested = (levels: number) =>
        `{"title":"${'[{'.repeat(100)}\\"","x":${open.repeat(levels)}1${end.repeat(levels)}}`
      const deep = await post('/matters', nested(10_000))
      expect([deep.status, deep.body.code, deep.body.error]).toEqual([
        400,
        'invalid_json',
        'The body is nested more than 100 levels deep',
      ])
      expect((await post('/matters', nested(99))).status).toBe(201)
    },
  )
})

describe('X-Ignored-Fields', () => {
  it('names the first 20 unknown members, and how many more there are', async () => {
    const { status, headers } = await post('/matters', { title: 'Hale', ...named(many) })
    expect(status).toBe(201)
    expect(headers.get('x-ignored-fields')?.split(', ')).toHaveLength(20)
    expect(headers.get('x-ignored-fields-omitted')).toBe(String(many - 20))
  })

  it('counts over the records of a bulk request', async () => {
    const data = Array.from({ length: 200 }, (_, n) => ({ external_id: `i${n}`, title: 'Hale', ...named(30) }))
    const { status, headers } = await post('/matters/bulk', { data })
    expect([status, headers.get('x-ignored-fields-omitted')]).toEqual([200, String(200 * 30 - 20)])
  })

  it('stays small with names that have to be escaped', async () => {
    const names = Array.from({ length: 40 }, (_, n) => String.fromCodePoint(0x4e00 + n).repeat(64))
    const { headers } = await post('/matters', { title: 'Hale', ...Object.fromEntries(names.map((name) => [name, 1])) })
    expect(headers.get('x-ignored-fields')?.length).toBeLessThanOrEqual(1024)
    const listed = headers.get('x-ignored-fields')?.split(', ').length ?? 0
    expect(Number(headers.get('x-ignored-fields-omitted')) + listed).toBe(40)
  })

  it('is alone where it names everything', async () => {
    const { headers } = await post('/matters', { title: 'Hale', titel: 1 })
    expect([headers.get('x-ignored-fields'), headers.get('x-ignored-fields-omitted')]).toEqual(['titel', null])
  })
})

describe('the results of a bulk request', () => {
  const wrong = (n: number) => ({ external_id: `w${n}`, title: '', ...named(50) })

  it('have fewer details each where many records fail, three at least', async () => {
    const { status, body, text } = await post(
      '/matters/bulk',
      { data: Array.from({ length: 200 }, (_, n) => wrong(n)) },
      strict,
    )
    expect(status).toBe(200)
    for (const result of body['results'] as { details: unknown[]; details_omitted: number }[])
      expect([result.details.length, result.details_omitted]).toEqual([3, 48])
    expect(text.length).toBeLessThan(200 * 1024)
  })

  it('have them all where few fail', async () => {
    const { body } = await post('/matters/bulk', { data: [wrong(1), wrong(2)] }, strict)
    const results = body['results'] as { details: unknown[] }[]
    expect(results.map(({ details }) => details.length)).toEqual([51, 51])
    expect(results[0]).not.toHaveProperty('details_omitted')
  })
})

describe('with an Idempotency-Key', () => {
  const stored = async (name: string) =>
    Number(
      (
        await api.db.rows({ count: bigint })`
    SELECT count(*) FROM idempotency_keys WHERE key = ${name}`
      )[0]?.count,
    )
  const long = { title: '', ...named(200, 'a-rather-long-name-of-a-member-') }

  it('a small error is kept and answered again', async () => {
    const ask = () => post('/matters', { title: '' }, { 'idempotency-key': 'small' })
    const [first, second] = [await ask(), await ask()]
    expect(second.text).toBe(first.text)
    expect(second.headers.get('idempotent-replayed')).toBe('true')
    expect(await stored('small')).toBe(1)
  })

  it('a large error is not kept: the request runs again, and another one may have the key', async () => {
    const ask = (body: object, headers: Record<string, string> = {}) =>
      post('/matters', body, { 'idempotency-key': 'large', ...headers })
    const first = await ask(long, strict)
    expect([first.status, first.text.length > 8 * 1024]).toEqual([400, true])
    expect(await stored('large')).toBe(0)
    const again = await ask(long, strict)
    expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([400, null])
    expect((await ask({ title: 'Hale' })).status).toBe(201)
    expect(await stored('large')).toBe(1)
  })
})

it('answers a kilobyte that inflates to half a million wrong items with less than it', async () => {
  const body = gzipSync(`{"url":"https://example.com","events":[${'1,'.repeat(500_000)}1]}`)
  expect(body.length).toBeLessThan(2_048)
  const response = await fetch(`${api.baseUrl}/webhooks`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', 'content-encoding': 'gzip' },
    body,
  })
  expect([response.status, (await response.text()).length < 1024]).toEqual([400, true])
})

import { Webhook } from 'standardwebhooks'
import { describe, expect, it } from 'vitest'

import { Matterbase } from '../src/index.ts'
import { eventData } from '../src/testing/generated/event-fixtures.ts'
import { failure, fixtures, mockFetch, type MockAnswers, signedRequest } from '../src/testing/index.ts'
import { constructEvent, type EventMap } from '../src/webhooks/index.ts'

const clientOf = (answers: MockAnswers) => {
  const fetch = mockFetch(answers)
  return { fetch, mb: new Matterbase({ apiKey: 'mb_test_x', baseUrl: 'https://matters.example/api/v1', fetch }) }
}

describe('mockFetch', () => {
  it('answers every operation of the client with what it resolves to', async () => {
    const matter = fixtures.matter({ id: 7, title: 'Mocked' })
    const client = fixtures.client()
    const entry = fixtures.timeEntry()
    const endpoint = fixtures.webhookEndpoint()
    const delivery = fixtures.delivery()
    const { mb, fetch } = clientOf({
      me: fixtures.me(),
      'matters.list': [matter],
      'matters.get': matter,
      'matters.create': matter,
      'matters.update': matter,
      'matters.upsert': { data: matter, created: true },
      'matters.delete': undefined,
      'clients.get': client,
      'timeEntries.get': entry,
      'invoices.list': [fixtures.invoice()],
      'leads.list': [fixtures.lead()],
      'leads.create': { lead: fixtures.lead(), created: true },
      'webhooks.list': [endpoint],
      'webhooks.create': { ...endpoint, secret: 'whsec_x' },
      'webhooks.get': endpoint,
      'webhooks.update': endpoint,
      'webhooks.test': { success: true, message: 'queued' },
      'webhooks.rotateSecret': { secret: 'whsec_y', previous_expires_at: '2026-01-01T00:00:00.000Z' },
      'webhooks.deliveries': [delivery],
      'webhooks.retry': delivery,
      'webhooks.replay': { id: 1, count: 3 },
    })
    const outcomes = await Promise.all([
      mb.me(),
      mb.matters.list().toArray(),
      mb.matters.get(7),
      mb.matters.create({ title: 'x' }),
      mb.matters.update(7, {}),
      mb.matters.upsert('a', {}),
      mb.matters.delete(7),
      mb.clients.get(1),
      mb.timeEntries.get(1),
      mb.invoices.list().toArray(),
      mb.leads.list().toArray(),
      mb.leads.create({ email: 'a@b.example' }),
      mb.webhooks.list(),
      mb.webhooks.create({ url: 'https://x.example', events: ['ping.test'] }),
      mb.webhooks.get(1),
      mb.webhooks.update(1, { is_active: true }),
      mb.webhooks.test(1),
      mb.webhooks.rotateSecret(1),
      mb.webhooks.deliveries(1).toArray(),
      mb.webhooks.retry(1, delivery.id),
      mb.webhooks.replay(1, { from: new Date(0), to: new Date(1) }),
    ])
    expect(outcomes).toEqual([
      fixtures.me(),
      [matter],
      matter,
      matter,
      matter,
      { data: matter, created: true },
      undefined,
      client,
      entry,
      [fixtures.invoice()],
      [fixtures.lead()],
      { lead: fixtures.lead(), created: true },
      [endpoint],
      { ...endpoint, secret: 'whsec_x' },
      endpoint,
      endpoint,
      { success: true, message: 'queued' },
      { secret: 'whsec_y', previous_expires_at: '2026-01-01T00:00:00.000Z' },
      [delivery],
      delivery,
      { id: 1, count: 3 },
    ])
    expect(fetch.calls.map(({ operation }) => operation)).not.toContain(undefined)
  })

  it('tells what was asked', async () => {
    const { mb, fetch } = clientOf({
      'matters.update': ({ params, body }) => fixtures.matter({ id: Number(params.id), ...(body as object) }),
    })
    await expect(mb.matters.update(9, { title: 'New' })).resolves.toMatchObject({ id: 9, title: 'New' })
    await mb.matters.list({ q: 'moss' }).catch(() => {})
    expect(fetch.calls).toMatchObject([
      { operation: 'matters.update', method: 'PATCH', path: '/matters/9', params: { id: '9' }, body: { title: 'New' } },
      { operation: 'matters.list', query: { q: 'moss' } },
    ])
  })

  it('finds a record by its external_id, and gives single ones an ETag', async () => {
    const rows = [fixtures.matter({ id: 1, external_id: 'a' }), fixtures.matter({ id: 2, external_id: 'b' })]
    const { mb, fetch } = clientOf({ 'matters.list': rows, 'matters.get': rows[0], 'matters.update': rows[0] })
    expect(await mb.matters.getByExternalId('b')).toEqual(rows[1])
    await expect(mb.matters.getByExternalId('c')).rejects.toMatchObject({ status: 404 })
    const { response } = await mb.matters.get(1).withResponse()
    await mb.matters.update(1, {}, { headers: { 'if-match': response.headers.get('etag') } })
    expect(fetch.calls.at(-1)?.headers.get('if-match')).toBeTruthy()
  })

  it('pages lists, syncs them, and upserts many', async () => {
    const rows = Array.from({ length: 5 }, (_, index) =>
      fixtures.matter({ id: index, updated_at: new Date(Date.UTC(2026, 0, 1 + index)).toISOString() }),
    )
    const { mb } = clientOf({
      'matters.list': rows,
      'matters.upsert': ({ body }) => {
        const { external_id } = body as { external_id: string }
        return external_id === 'b'
          ? failure(409, 'external_id_conflict')
          : { data: fixtures.matter({ external_id }), created: false }
      },
    })
    const ids: number[] = []
    for await (const { id } of mb.matters.list({ limit: 2 })) ids.push(id)
    expect(ids).toEqual([0, 1, 2, 3, 4])
    const [batch] = await Array.fromAsync(mb.matters.sync({ since: '2026-01-03T00:00:00Z' }))
    expect(batch?.items.map(({ id }) => id)).toEqual([3, 4])
    const results = await Array.fromAsync(mb.matters.upsertMany([{ external_id: 'a' }, { external_id: 'b' }]))
    expect(results).toMatchObject([
      { index: 0, data: { external_id: 'a' } },
      { index: 1, error: { status: 409 } },
    ])
  })

  it('fails as told, and says what has no answer', async () => {
    const { mb, fetch } = clientOf({ 'matters.get': failure(404, 'not_found') })
    await expect(mb.matters.get(1)).rejects.toMatchObject({ name: 'NotFoundError', code: 'not_found' })
    await expect(mb.clients.get(1)).rejects.toMatchObject({
      code: 'not_mocked',
      message: 'mockFetch has no response for clients.get. Add one to its argument',
    })
    expect(fetch.calls).toHaveLength(2)
  })
})

describe('signedRequest', () => {
  const secret = `whsec_${btoa('0123456789abcdef')}`
  const kinds = Object.keys(eventData) as (keyof EventMap)[]

  it.each(kinds)('makes a %s that verifies, by Standard Webhooks too', async (event) => {
    const request = await signedRequest({ event, secret })
    const body = await request.text()
    await expect(constructEvent(body, request.headers, secret)).resolves.toMatchObject({
      event,
      attempt: 1,
      environment: 'test',
    })
    expect(new Webhook(secret).verify(body, Object.fromEntries(request.headers))).toBeDefined()
    expect(request.headers.get('x-service-event')).toBe(event)
  })

  it('says what changed where the event tells of a change, and takes that of your own', async () => {
    const previousOf = async (request: ReturnType<typeof signedRequest>) =>
      ((await (await request).json()) as { previous?: object }).previous
    expect(await previousOf(signedRequest({ event: 'matter.created', secret }))).toBeUndefined()
    expect(await previousOf(signedRequest({ event: 'matter.updated', secret }))).toEqual({ status: 'Case Won' })
    const previous = { status: 'On Hold' } as const
    expect(await previousOf(signedRequest({ event: 'matter.updated', previous, secret }))).toEqual(previous)
  })

  it('takes data, members and url of your own', async () => {
    const data = fixtures.matter({ id: 9 })
    const request = await signedRequest({
      event: 'matter.created',
      data,
      secret,
      event_id: 'e-9',
      attempt: 2,
      url: 'http://localhost/x',
    })
    expect([request.url, await request.json()]).toEqual([
      'http://localhost/x',
      expect.objectContaining({ data, event_id: 'e-9', attempt: 2 }),
    ])
  })
})

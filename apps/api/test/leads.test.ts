import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { int } from '@matterbase/db'
import { leadScore } from '@matterbase/domain'
import { startApi } from './harness.ts'
import type { Api } from './harness.ts'

let api: Api

beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

const capture = (key: string, leadData: unknown) => api.call('POST', '/leads', { key, body: { leadData } })
/** A lead of which nothing is shown but which it is, and when it changed. */
const asSent = (lead: Record<string, unknown>) => ({
  ...Object.fromEntries(Object.keys(lead).map((name) => [name, null])),
  lead_id: lead['lead_id'],
  created_at: lead['created_at'],
  updated_at: expect.stringMatching(/Z$/),
})
const leadOf = ({ body }: { body: Record<string, unknown> }) => body['lead'] as Record<string, unknown>

describe('capturing a lead', () => {
  it('answers 201 with the lead, new and scored', async () => {
    const reply = await capture(await api.key(), {
      first_name: 'Jane',
      email: ' Jane@Example.com ',
      practice_area: 'Personal Injury',
      urgency: 'high',
    })
    expect(reply.status).toBe(201)
    expect(reply.body).toEqual({
      success: true,
      created: true,
      lead: {
        lead_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        first_name: 'Jane',
        last_name: null,
        email: 'Jane@Example.com',
        phone: null,
        company: null,
        practice_area: 'Personal Injury',
        description: null,
        urgency: 'high',
        status: 'new',
        score: 100,
        created_at: expect.stringMatching(/Z$/),
        updated_at: expect.stringMatching(/Z$/),
        metadata: {},
        custom_fields: {},
      },
    })
  })

  it('takes medium for the urgency that was not sent', async () => {
    expect(leadOf(await capture(await api.key(), { first_name: 'A' }))).toMatchObject({ urgency: 'medium', score: 35 })
  })

  it.each([
    [undefined],
    [null],
    ['jane'],
    [[]],
    [{}],
    [{ email: '', first_name: '  ' }],
    [{ email: null, last_name: 'Doe' }],
  ])('answers 400 "email or first_name is required" to leadData %j', async (leadData) => {
    const reply = await capture(await api.key(), leadData)
    expect(reply.status).toBe(400)
    expect(reply.body.error).toBe('email or first_name is required')
  })

  it('shows a caller who left leadData out how to send it', async () => {
    const { status, body } = await api.call('POST', '/leads', { key: await api.key(), body: { first_name: 'A' } })
    expect([status, body]).toMatchObject([400, { error: 'email or first_name is required' }])
    expect(body['details']).toEqual([
      {
        field: 'leadData',
        code: 'required',
        message: 'must be an object with an email or a first_name, such as {"leadData": {"first_name": "Jane"}}',
      },
    ])
  })

  it.each([
    [{ email: 'not an address' }, 'leadData.email', 'invalid_format'],
    [{ first_name: 'A', urgency: 'urgent' }, 'leadData.urgency', 'invalid_value'],
    [{ first_name: 7 }, 'leadData.first_name', 'invalid_type'],
    [{ first_name: 'A', phone: '1'.repeat(65) }, 'leadData.phone', 'too_long'],
  ])('answers 400 to %j', async (leadData, field, code) => {
    const reply = await capture(await api.key(), leadData)
    expect(reply.status).toBe(400)
    expect(reply.body['details']).toMatchObject([{ field, code }])
  })

  it('takes a lead back as it was answered', async () => {
    const key = await api.key()
    const lead = leadOf(await capture(key, { email: 'round@example.com' }))
    const headers = { prefer: 'handling=strict' }
    expect((await api.call('POST', '/leads', { key, body: { leadData: lead }, headers })).status).toBe(200)
    expect((await capture(key, { ...lead, urgency: null })).headers.get('x-ignored-fields')).toBeNull()
  })

  it('names unknown members of leadData', async () => {
    const reply = await capture(await api.key(), { first_name: 'A', surname: 'B' })
    expect(reply.headers.get('x-ignored-fields')).toBe('leadData.surname')
  })
})

describe('the same email again', () => {
  it('fills in what is empty, overwrites nothing, raises the urgency and the score', async () => {
    const key = await api.key()
    const first = leadOf(await capture(key, { email: 'JANE@example.com', first_name: 'Jane', urgency: 'medium' }))
    const again = await capture(key, {
      email: ' jane@EXAMPLE.com',
      first_name: 'Janet',
      phone: '555',
      practice_area: 'Tax',
      urgency: 'high',
    })
    expect([again.status, again.body.created]).toEqual([200, false])
    expect(leadOf(again)).toMatchObject({
      lead_id: first['lead_id'],
      email: 'JANE@example.com',
      first_name: 'Jane',
      phone: '555',
      practice_area: 'Tax',
      urgency: 'high',
      score: 80,
    })
    const lower = leadOf(await capture(key, { email: 'jane@example.com', urgency: 'low' }))
    expect(lower).toMatchObject({ urgency: 'high', updated_at: leadOf(again)['updated_at'] })
    expect(leadOf(await capture(key, { email: 'jane@example.com' }))).toEqual(lower)
  })

  it('makes one lead and one event out of 20 at once', async () => {
    const key = await api.key()
    await api.call('POST', '/webhooks', { key, body: { url: 'https://example.com', events: ['lead.created'] } })
    const replies = await Promise.all(Array.from({ length: 20 }, () => capture(key, { email: 'one@example.com' })))
    expect(replies.map(({ status }) => status).toSorted()).toEqual([...Array.from({ length: 19 }, () => 200), 201])
    expect(new Set(replies.map((reply) => leadOf(reply)['lead_id'])).size).toBe(1)
    const [row] = await api.db.rows({ deliveries: int })`
      SELECT count(*)::int AS deliveries FROM webhook_deliveries AS delivery JOIN events AS event ON event.id = delivery.event_id
      WHERE event.data->>'lead_id' = ${String(leadOf(replies[0] ?? { body: {} })['lead_id'])}`
    expect(row?.deliveries).toBe(1)
  })

  it('never merges leads without an email', async () => {
    const key = await api.key()
    for (const _ of [1, 2]) expect((await capture(key, { first_name: 'Jane', email: '' })).status).toBe(201)
  })

  it('stays within the workspace', async () => {
    const email = await api.account()
    const [live, test] = [await api.key({ email }), await api.key({ email, environment: 'test' })]
    expect((await capture(live, { email: 'same@example.com' })).status).toBe(201)
    expect((await capture(test, { email: 'same@example.com' })).status).toBe(201)
  })

  it('tells a key that may not read nothing but its own words', async () => {
    const email = await api.account()
    const [reader, writer] = [await api.key({ email }), await api.key({ email, scopes: ['leads:write'] })]
    const known = leadOf(
      await capture(reader, { email: 'known@example.com', first_name: 'Known', phone: '555', description: 'secret' }),
    )
    const again = await capture(writer, { email: 'known@example.com', company: 'Acme' })
    expect(again.status).toBe(200)
    expect(leadOf(again)).toEqual({ ...asSent(known), email: 'known@example.com', company: 'Acme' })
    const own = await capture(writer, { email: 'own@example.com', first_name: 'Own' })
    expect(leadOf(own)).toEqual({ ...asSent(leadOf(own)), email: 'own@example.com', first_name: 'Own' })
    await api.db.run`UPDATE leads SET first_name = 'Edited' WHERE email = 'own@example.com'`
    const edited = leadOf(await capture(writer, { email: 'own@example.com', first_name: 'Guess' }))
    expect(edited).toEqual({ ...asSent(leadOf(own)), email: 'own@example.com', first_name: 'Guess' })
  })

  it.each(['another key', 'the intake form'])('tells a key that reads nothing of a lead of %s', async (source) => {
    const email = await api.account()
    const [other, key] = [await api.key({ email }), await api.key({ email, scopes: ['leads:read', 'leads:write'] })]
    await capture(other, { email: 'elsewhere@example.com', first_name: 'Known', description: 'secret', phone: '555' })
    if (source !== 'another key')
      await api.db
        .run`DELETE FROM lead_keys WHERE lead_id = (SELECT lead_id FROM leads WHERE email = 'elsewhere@example.com' ORDER BY created_at DESC LIMIT 1)`
    const listed = async (of: string) => (await api.call('GET', '/leads', { key: of })).body['leads']
    const again = await capture(key, { email: 'Elsewhere@example.com', first_name: 'Guess', urgency: 'low' })
    expect([again.status, again.body.created]).toEqual([200, false])
    expect(leadOf(again)).toEqual({
      ...asSent(leadOf(again)),
      email: 'Elsewhere@example.com',
      first_name: 'Guess',
      urgency: 'low',
    })
    expect(await listed(key)).toEqual([])
    const own = leadOf(await capture(key, { email: 'mine@example.com' }))
    expect(leadOf(await capture(key, { email: 'mine@example.com', phone: '1' }))).toMatchObject({
      lead_id: own['lead_id'],
      phone: '1',
      status: 'new',
      score: own['score'],
    })
    expect(await listed(key)).toMatchObject([{ email: 'mine@example.com' }])
  })
})

describe('listing leads', () => {
  it('answers those of the key, newest first, and none that another key captured first', async () => {
    const email = await api.account()
    const [a, b] = [await api.key({ email }), await api.key({ email })]
    for (const name of ['first', 'second', 'third'])
      await capture(a, { first_name: name, email: `${name}@example.com` })
    const list = await api.call('GET', '/leads', { key: a })
    expect(list.body).toMatchObject({ count: 3, limit: 50, offset: 0, has_more: false, next_cursor: null })
    const names = (reply: typeof list) =>
      (reply.body['leads'] as { first_name: string }[]).map((lead) => lead.first_name)
    expect(names(list)).toEqual(['third', 'second', 'first'])
    expect(names(await api.call('GET', '/leads', { key: b }))).toEqual([])
    await capture(b, { email: 'SECOND@example.com' })
    expect(names(await api.call('GET', '/leads', { key: b }))).toEqual([])
    await capture(a, { email: 'SECOND@example.com' })
    const page = await api.call('GET', '/leads?limit=2', { key: a })
    expect(names(page)).toEqual(['third', 'second'])
    expect(names(await api.call('GET', `/leads?cursor=${String(page.body['next_cursor'])}`, { key: a }))).toEqual([
      'first',
    ])
  })
})

it('scores by practice area and urgency, 20 to 100', () => {
  expect(leadScore(null, 'low')).toBe(20)
  expect(leadScore('Underwater basket weaving', 'low')).toBe(30)
  expect(leadScore('MEDICAL MALPRACTICE', 'high')).toBe(100)
  expect(leadScore('Intellectual property', 'medium')).toBe(75)
  expect(leadScore('Antitrust', 'low')).toBe(30)
})

import { randomUUID } from 'node:crypto'
import { ledesOf } from '@matterbase/domain/einvoice'
import type { FrozenInvoice } from '@matterbase/domain'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dashCall, signedInAs } from './dash-browser.ts'
import type { Member } from './dash-browser.ts'
import { startApi } from './harness.ts'
import type { Api } from './harness.ts'

let api: Api

beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

const strict = { prefer: 'handling=strict' }
const kinds = [
  ['time-entries', { duration: 1 }, 'user_id'],
  ['expenses', { unit_price: 100 }, 'user_id'],
  ['matters', { title: 'Hale' }, 'responsible_user_id'],
  ['matters', { title: 'Hale' }, 'originating_user_id'],
] as const

async function firm() {
  const owner = await signedInAs(api)
  const ada = await signedInAs(api, 'lawyer', owner.account)
  await owner.call('PUT', '/rates', { body: { scope: 'firm', amount: 200 } })
  await owner.call('PUT', '/rates', { body: { scope: 'firm', user_id: ada.userId, amount: 300 } })
  return { owner, ada, key: await api.key({ email: owner.account }) }
}

const remove = (owner: Member, { userId }: Member) => dashCall(api, 'DELETE', `/members/${userId}`, {}, owner.cookie)

describe.each(kinds)('a member of %s', (path, work, field) => {
  it('is the one that is sent, and stays when the same is sent back', async () => {
    const { ada, owner, key } = await firm()
    const { status, headers, body } = await api.call('POST', `/${path}`, {
      key,
      headers: strict,
      body: { ...work, [field]: ada.userId.toUpperCase() },
    })
    expect([status, headers.get('x-ignored-fields')]).toEqual([201, null])
    expect(body.data[field]).toBe(ada.userId)
    const one = `/${path}/${body.data.id}`
    const moved = await api.call('PATCH', one, { key, body: { [field]: owner.userId } })
    expect(moved.body.data[field]).toBe(owner.userId)
    const cleared = await api.call('PATCH', one, { key, headers: strict, body: { [field]: null } })
    expect(cleared.body.data[field]).toBeNull()
    const forOwner = await ada.call('POST', `/${path}`, { body: { ...work, [field]: owner.userId } })
    expect(forOwner.body.data[field]).toBe(owner.userId)
  })

  it.each([
    ['of no account', randomUUID(), 'not_found'],
    ['a name', 'Ada', 'not_found'],
    ['blank', '', 'not_found'],
    ['a number', 7, 'invalid_type'],
    ['an object', { id: 1 }, 'invalid_type'],
    ['a list', [randomUUID()], 'invalid_type'],
  ])('that is %s is refused from every door', async (_what, userId, code) => {
    const { key, ada } = await firm()
    const made = await api.call('POST', `/${path}`, { key, body: { ...work, external_id: 'a' } })
    const one = `/${path}/${made.body.data.id}`
    const before = (await api.call('GET', one, { key })).body.data
    const body = { ...work, external_id: 'a', [field]: userId }
    const problem = [expect.objectContaining({ field, code })]
    for (const headers of [{}, strict])
      for (const [method, at] of [
        ['POST', `/${path}`],
        ['PUT', `/${path}`],
        ['PATCH', one],
      ] as const) {
        const refused = await api.call(method, at, { key, headers, body })
        expect([refused.status, refused.body['details'], refused.headers.get('x-ignored-fields')]).toEqual([
          400,
          problem,
          null,
        ])
      }
    const rows = { data: [{ external_id: 'b', ...work }, body] }
    const bulk = await api.call('POST', `/${path}/bulk`, { key, body: rows })
    expect(bulk.body['results']).toMatchObject([{ status: 201 }, { status: 400, details: problem }])
    const typed = await ada.call('POST', `/${path}`, { body: { ...work, [field]: userId } })
    expect([typed.status, typed.body['details']]).toEqual([400, problem])
    const changed = await ada.call('PATCH', one, { body: { [field]: userId } })
    expect([changed.status, changed.body['details']]).toEqual([400, problem])
    expect((await api.call('GET', one, { key })).body.data).toEqual(before)
  })

  it('is refused together with the other wrong fields', async () => {
    const { key } = await firm()
    const body = { ...work, external_id: 5, [field]: randomUUID() }
    const { status, body: answer } = await api.call('POST', `/${path}`, { key, body })
    expect([status, answer['details']]).toEqual([
      400,
      expect.arrayContaining([
        expect.objectContaining({ field: 'external_id' }),
        expect.objectContaining({ field, code: 'not_found' }),
      ]),
    ])
  })

  it('who is removed at the same time is either named or refused', async () => {
    const { key, owner, ada } = await firm()
    const send = () => api.call('POST', `/${path}`, { key, body: { ...work, [field]: ada.userId } })
    const [removed, ...answers] = await Promise.all([remove(owner, ada), ...Array.from({ length: 8 }, send)])
    expect(removed.status).toBe(200)
    for (const { status, body } of answers)
      expect(status === 201 ? body.data[field] : body['details']).toEqual(
        status === 201 ? ada.userId : [expect.objectContaining({ field, code: 'not_found' })],
      )
    expect((await send()).status).toBe(400)
  })

  it('who has left stays, and is not given to other records', async () => {
    const { ada, owner, key } = await firm()
    const { body } = await api.call('POST', `/${path}`, { key, body: { ...work, [field]: ada.userId } })
    expect((await remove(owner, ada)).status).toBe(200)
    const again = await api.call('PATCH', `/${path}/${body.data.id}`, {
      key,
      headers: strict,
      body: { ...body.data, [field]: ada.userId.toUpperCase(), description: 'Call' },
    })
    expect([again.status, again.body.data[field], again.headers.get('x-ignored-fields')]).toEqual([
      200,
      ada.userId,
      null,
    ])
    const other = await api.call('POST', `/${path}`, { key, body: { ...work, [field]: ada.userId } })
    expect([other.status, other.body['details']]).toMatchObject([400, [{ field, code: 'not_found' }]])
  })
})

it.each(kinds.slice(0, 2))('of %s is the signed-in user by default', async (path, work) => {
  const { ada } = await firm()
  expect((await ada.call('POST', `/${path}`, { body: work })).body.data['user_id']).toBe(ada.userId)
})

it('decides on the rate of time until it is billed', async () => {
  const { ada, owner, key } = await firm()
  const client = (await owner.call('POST', '/clients', { body: { company_name: 'Hale' } })).body.data.id
  const { body } = await api.call('POST', '/time-entries', {
    key,
    body: { duration: 1, client_id: client, user_id: ada.userId },
  })
  expect(body.data).toMatchObject({ billing_rate: 300, rate_source: 'member' })
  const one = `/time-entries/${body.data.id}`
  const moved = await api.call('PATCH', one, { key, body: { user_id: null } })
  expect(moved.body.data).toMatchObject({ billing_rate: 200, rate_source: 'firm' })
  await api.call('PATCH', one, { key, body: { user_id: ada.userId } })
  await owner.call('POST', '/invoices', { body: { client_user_id: client, lines: [{ time_entry_id: body.data.id }] } })
  const billed = await api.call('PATCH', one, { key, body: { user_id: owner.userId } })
  expect(billed.body.data).toMatchObject({
    user_id: owner.userId,
    billing_rate: 300,
    rate_source: 'member',
    billed_hours: 1,
  })
})

it.each(['user_id', 'acts_for'])(
  'is the timekeeper of the LEDES file of time that a program pushed with %s',
  async (how) => {
    const { ada, owner, ...rest } = await firm()
    const made = await owner.call('POST', '/keys', {
      body: { name: 'Phone', scopes: ['matters:write', 'matters:read'], rate_tier: 'free', acts_for: ada.userId },
    })
    const key = how === 'acts_for' ? String(made.body['key']) : rest.key
    await owner.call('PUT', `/timekeepers/${ada.userId}`, { body: { timekeeper_id: 'AL7', classification: 'PT' } })
    const client = (await owner.call('POST', '/clients', { body: { company_name: 'Hale' } })).body.data.id
    const work = {
      duration: 2,
      client_id: client,
      description: 'Call',
      ...(how === 'user_id' && { user_id: ada.userId }),
    }
    const entry = (await api.call('POST', '/time-entries', { key, body: work })).body.data
    expect(entry).toMatchObject({ billing_rate: 300, rate_source: 'member' })
    const lines = [{ time_entry_id: entry.id }]
    const draft = await owner.call('POST', '/invoices', { body: { client_user_id: client, lines } })
    const id = Number(draft.body.data['invoice_id'])
    expect((await owner.call('POST', `/invoices/${id}/issue`, { body: {} })).status).toBe(200)
    const { frozen } = await api.db.invoice.findFirstOrThrow({ where: { invoice_id: id } })
    const fields =
      ledesOf(frozen as unknown as FrozenInvoice)
        .split('\r\n')[2]
        ?.split('|') ?? []
    expect([fields[10], fields[12], fields[17], fields[20]]).toEqual(['2', '600.00', 'AL7', '300'])
  },
)

describe('members that the service sets', () => {
  it('are named when they differ from the record, before and after, and refused in strict mode', async () => {
    const { key } = await firm()
    const { body } = await api.call('POST', '/time-entries', { key, body: { duration: 1, external_id: 'r' } })
    const record = body.data
    const one = `/time-entries/${record.id}`
    for (const [method, path] of [
      ['PUT', '/time-entries'],
      ['PATCH', one],
    ] as const) {
      const same = await api.call(method, path, { key, headers: strict, body: record })
      expect([same.status, same.headers.get('x-ignored-fields'), same.body.data]).toEqual([200, null, record])
      const other = await api.call(method, path, {
        key,
        body: {
          ...record,
          billing_rate: 1,
          billed_hours: 9,
          rate_source: 'client',
          created_at: '2020-01-01T00:00:00Z',
        },
      })
      expect([other.status, other.headers.get('x-ignored-fields')?.split(', ').toSorted()]).toEqual([
        200,
        ['billed_hours', 'billing_rate', 'created_at', 'rate_source'],
      ])
      const refused = await api.call(method, path, { key, headers: strict, body: { ...record, billing_rate: 1 } })
      expect([refused.status, refused.body['details']]).toEqual([
        400,
        [expect.objectContaining({ field: 'billing_rate', code: 'read_only' })],
      ])
    }
    // The rate that was read follows from what is written with it.
    const edited = await api.call('PUT', '/time-entries', {
      key,
      headers: strict,
      body: { ...record, hourly_rate: 50 },
    })
    expect([edited.status, edited.body.data['billing_rate']]).toEqual([200, 50])
  })

  it.each(['matters', 'clients'])('are so for %s too', async (path) => {
    const { key } = await firm()
    const named = path === 'matters' ? { title: 'Hale' } : { company_name: 'Hale' }
    const made = await api.call('POST', `/${path}`, { key, body: { ...named, id: 7, external_id: 'x' } })
    expect([made.status, made.headers.get('x-ignored-fields')]).toEqual([201, 'id'])
    const refused = await api.call('POST', `/${path}`, {
      key,
      headers: strict,
      body: { ...named, created_at: '2020-01-01T00:00:00Z' },
    })
    expect([refused.status, refused.body['details']]).toMatchObject([400, [{ field: 'created_at', code: 'read_only' }]])
    const moment = made.body.data['created_at'].replace('Z', '+00:00')
    const same = await api.call('PUT', `/${path}`, {
      key,
      headers: strict,
      body: { ...made.body.data, created_at: moment },
    })
    expect([same.status, same.headers.get('x-ignored-fields')]).toEqual([200, null])
  })

  it('are so for webhook endpoints and leads', async () => {
    const { key } = await firm()
    const endpoint = { url: 'http://127.0.0.1:9/hook', events: ['matter.created'] }
    const send = (method: string, path: string, body: object, headers = {}) =>
      api.call(method, path, { key, body, headers })
    const made = await send('POST', '/webhooks', { ...endpoint, failure_count: 3, is_active: true })
    expect([made.status, made.headers.get('x-ignored-fields')]).toEqual([201, 'failure_count'])
    const one = `/webhooks/${String(made.body['id'])}`
    const { data } = (await api.call('GET', one, { key })).body
    const same = await send('PATCH', one, data, strict)
    expect([same.status, same.headers.get('x-ignored-fields')]).toEqual([200, null])
    const refused = await send('PATCH', one, { description: 'New', failure_count: 3 }, strict)
    expect([refused.status, refused.body['details']]).toMatchObject([
      400,
      [{ field: 'failure_count', code: 'read_only' }],
    ])
    expect((await api.call('GET', one, { key })).body.data).toMatchObject({ description: null })
    const lead = { email: 'ada@example.com' }
    const captured = await send('POST', '/leads', { leadData: { ...lead, score: 100, status: 'new' } })
    expect([captured.status, captured.headers.get('x-ignored-fields')]).toEqual([201, 'leadData.score'])
    const scored = await send('POST', '/leads', { leadData: { ...lead, score: 100 } }, strict)
    expect([scored.status, scored.body['details']]).toMatchObject([
      400,
      [{ field: 'leadData.score', code: 'read_only' }],
    ])
  })

  it('are told of again with an Idempotency-Key', async () => {
    const { key } = await firm()
    const send = () =>
      api.call('POST', '/time-entries', {
        key,
        headers: { 'idempotency-key': 'k-1' },
        body: { duration: 1, billing_rate: 5 },
      })
    expect((await send()).headers.get('x-ignored-fields')).toBe('billing_rate')
    expect((await send()).headers.get('x-ignored-fields')).toBe('billing_rate')
  })
})

it('names a client that is not that of the matter', async () => {
  const { key } = await firm()
  const client = async (name: string) =>
    (await api.call('POST', '/clients', { key, body: { company_name: name } })).body.data.id
  const [hale, roe] = [await client('Hale'), await client('Roe')]
  const matter = (await api.call('POST', '/matters', { key, body: { title: 'M', client_id: hale } })).body.data.id
  const entry = { case_id: matter, duration: 1 }
  const other = await api.call('POST', '/time-entries', { key, body: { ...entry, client_id: roe } })
  expect([other.status, other.headers.get('x-ignored-fields'), other.body.data['client_id']]).toEqual([
    201,
    'client_id',
    hale,
  ])
  const refused = await api.call('POST', '/time-entries', { key, headers: strict, body: { ...entry, client_id: roe } })
  expect([refused.status, refused.body['details']]).toMatchObject([400, [{ field: 'client_id', code: 'read_only' }]])
  const one = `/time-entries/${other.body.data.id}`
  const same = await api.call('PATCH', one, { key, headers: strict, body: { client_id: hale } })
  expect([same.status, same.headers.get('x-ignored-fields')]).toEqual([200, null])
  const nothing = await api.call('POST', '/time-entries', { key, body: { ...entry, client_id: 987_654 } })
  expect([nothing.status, nothing.body['details']]).toMatchObject([400, [{ field: 'client_id', code: 'not_found' }]])
})

it.each([
  ['time-entries', { duration: 1, hourly_rate: 10 }, 'time_entry_id'],
  ['expenses', { unit_price: 10 }, 'expense_id'],
] as const)('does not offer %s on an invoice to be billed again', async (path, work, column) => {
  const { owner, key } = await firm()
  const client = (await owner.call('POST', '/clients', { body: { company_name: 'Hale' } })).body.data.id
  const entry = (await api.call('POST', `/${path}`, { key, body: { ...work, client_id: client } })).body.data
  const one = `/${path}/${entry.id}`
  await owner.call('POST', '/invoices', { body: { client_user_id: client, lines: [{ [column]: entry.id }] } })
  const freed = await api.call('PATCH', one, { key, body: { status: 'pending', description: 'Call' } })
  expect([freed.status, freed.headers.get('x-ignored-fields')]).toEqual([200, 'status'])
  expect(freed.body.data).toMatchObject({ status: 'billed', description: 'Call' })
  const refused = await api.call('PATCH', one, { key, headers: strict, body: { status: 'pending' } })
  expect([refused.status, refused.body['details']]).toMatchObject([400, [{ field: 'status', code: 'read_only' }]])
  // The status can be written otherwise, and that of work on no invoice in any way.
  const paid = await api.call('PATCH', one, { key, headers: strict, body: { status: 'paid' } })
  expect([paid.status, paid.body.data['status']]).toEqual([200, 'paid'])
  const other = (await api.call('POST', `/${path}`, { key, body: { ...work, status: 'billed' } })).body.data
  const open = await api.call('PATCH', `/${path}/${other.id}`, { key, headers: strict, body: { status: 'pending' } })
  expect([open.status, open.body.data['status']]).toEqual([200, 'pending'])
})

it('tells a key without the read scope of no value that it guessed', async () => {
  const { owner, key } = await firm()
  const blind = await api.key({ email: owner.account, scopes: ['matters:write'] })
  const client = (await owner.call('POST', '/clients', { body: { company_name: 'Hale' } })).body.data.id
  const matter = (await api.call('POST', '/matters', { key, body: { title: 'M', client_id: client } })).body.data.id
  const entry = (await api.call('POST', '/time-entries', { key, body: { case_id: matter, duration: 1 } })).body.data
  const guess = (body: object) => api.call('PATCH', `/time-entries/${entry.id}`, { key: blind, body })
  const replies = [await guess({ billing_rate: 200 }), await guess({ billing_rate: 201 })]
  expect(replies.map(({ headers }) => headers.get('x-ignored-fields'))).toEqual(['billing_rate', 'billing_rate'])
  const refused = await Promise.all(
    [200, 201].map((rate) =>
      api.call('PATCH', `/time-entries/${entry.id}`, { key: blind, headers: strict, body: { billing_rate: rate } }),
    ),
  )
  expect(refused[0]?.body['details']).toEqual(refused[1]?.body['details'])
  // What it did not set, it does not learn.
  const other = (await owner.call('POST', '/clients', { body: { company_name: 'Roe' } })).body.data.id
  const wrong = await guess({ client_id: other })
  expect([wrong.headers.get('x-ignored-fields'), wrong.body.data['client_id']]).toEqual(['client_id', null])
})

it('knows the member that a key acts for', async () => {
  const { owner, ada } = await firm()
  const made = await owner.call('POST', '/keys', {
    body: { name: 'Phone', scopes: ['matters:write', 'matters:read'], rate_tier: 'enterprise', acts_for: ada.userId },
  })
  expect(made.body.data['acts_for']).toMatchObject({ id: ada.userId })
  const key = made.body['key'] as string
  expect((await api.call('GET', '/me', { key })).body['key']).toMatchObject({ acts_for: ada.userId })
  const record = async (body: object) => (await api.call('POST', '/time-entries', { key, body })).body.data
  expect(await record({ duration: 1 })).toMatchObject({ user_id: ada.userId, billing_rate: 300, rate_source: 'member' })
  expect(await record({ duration: 1, user_id: owner.userId })).toMatchObject({ user_id: owner.userId })
  expect(await record({ duration: 1, user_id: null })).toMatchObject({ user_id: null })
  const unknown = await api.call('POST', '/time-entries', { key, body: { duration: 1, user_id: randomUUID() } })
  expect([unknown.status, unknown.body['details']]).toMatchObject([400, [{ field: 'user_id', code: 'not_found' }]])
  const hers = { user_id: ada.userId, billing_rate: 300, rate_source: 'member' }
  const put = (body: object) => api.call('PUT', '/time-entries', { key, body: { external_id: 'p', ...body } })
  expect((await put({ duration: 1 })).body.data).toMatchObject(hers)
  expect((await put({ user_id: owner.userId })).body.data).toMatchObject({ user_id: owner.userId })
  // Existing work keeps its member.
  expect((await put({ duration: 2 })).body.data).toMatchObject({ user_id: owner.userId, billing_rate: 200 })
  const data = [
    { external_id: 'a', duration: 1 },
    { external_id: 'b', duration: 1, user_id: owner.userId },
    { external_id: 'c', duration: 1, user_id: null },
  ]
  const bulk = await api.call('POST', '/time-entries/bulk', { key, body: { data } })
  expect(bulk.body['results']).toMatchObject([
    { data: hers },
    { data: { user_id: owner.userId, billing_rate: 200 } },
    { data: { user_id: null, billing_rate: 200 } },
  ])
  const rotated = await owner.call('POST', `/keys/${made.body.data.id}/rotate`, { body: { overlap_hours: 1 } })
  expect(rotated.body.data['acts_for']).toMatchObject({ id: ada.userId })
  await api.db.membership.deleteMany({ where: { user_id: ada.userId } })
  expect(await record({ duration: 1 })).toMatchObject({ user_id: null, billing_rate: 200 })
  const stranger = await owner.call('POST', '/keys', {
    body: { name: 'X', scopes: ['matters:read'], acts_for: randomUUID() },
  })
  expect([stranger.status, stranger.body['details']]).toMatchObject([400, [{ field: 'acts_for', code: 'not_found' }]])
})

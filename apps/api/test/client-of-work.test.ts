import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signedInAs } from './dash-browser.ts'
import type { Member } from './dash-browser.ts'
import { startApi } from './harness.ts'
import type { Api } from './harness.ts'

let api: Api

beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

const kinds = [
  ['time-entries', { duration: 1, hourly_rate: 100 }],
  ['expenses', { unit_price: 100 }],
] as const

const made = async (member: Member, path: string, body: object) => {
  const reply = await member.call('POST', path, { body })
  expect(reply.status, reply.text).toBe(201)
  return reply.body.data
}

async function practice() {
  const owner = await signedInAs(api)
  const [hale, roe] = [
    await made(owner, '/clients', { company_name: 'Hale' }),
    await made(owner, '/clients', { company_name: 'Roe' }),
  ].map(({ id }) => id)
  const matter = async (client: unknown) => (await made(owner, '/matters', { title: 'M', client_id: client })).id
  const matters = { hale: await matter(hale), roe: await matter(roe), none: await matter(null) }
  return { owner, key: await api.key({ email: owner.account }), hale, roe, matters }
}

describe.each(kinds)('the client of %s', (path, work) => {
  it('is that of the matter, whichever way one gets to the other', async () => {
    const { owner, key, hale, roe, matters } = await practice()
    const one = (id: unknown) => `/${path}/${String(id)}`
    const clientOf = async (id: unknown) => (await owner.call('GET', one(id))).body.data['client_id']

    const late = await made(owner, `/${path}`, work)
    await owner.call('PATCH', one(late.id), { body: { case_id: matters.hale } })
    expect(await clientOf(late.id)).toBe(hale)
    await owner.call('PATCH', one(late.id), { body: { case_id: matters.roe } })
    expect(await clientOf(late.id)).toBe(roe)
    await owner.call('PATCH', one(late.id), { body: { case_id: matters.none } })
    expect(await clientOf(late.id)).toBeNull()
    await owner.call('PATCH', one(late.id), { body: { case_id: null, client_id: hale } })
    expect(await clientOf(late.id)).toBe(hale)

    const rows = [
      { external_id: 'a', case_id: matters.hale, client_id: roe, ...work },
      { external_id: 'b', case_id: matters.none, client_id: roe, ...work },
    ]
    for (let sent = 0; sent < 2; sent++) {
      const bulk = await api.call('POST', `/${path}/bulk`, { key, body: { data: rows } })
      expect((bulk.body['results'] as { data: { client_id: unknown } }[]).map(({ data }) => data.client_id)).toEqual([
        hale,
        roe,
      ])
    }
    // A matter without a client leaves work its own, and the client of a former matter does not go along.
    const found = await api.call('GET', `/${path}?external_id=b`, { key })
    const own = one(found.rows[0]?.id)
    const moved = await api.call('PATCH', own, { key, body: { case_id: matters.hale } })
    expect(moved.body.data['client_id']).toBe(hale)
    const back = await api.call('PATCH', own, { key, body: { case_id: matters.none, client_id: hale } })
    expect(back.body.data['client_id']).toBeNull()
    const named = await api.call('PATCH', own, { key, body: { client_id: roe } })
    expect([named.headers.get('x-ignored-fields'), named.body.data['client_id']]).toEqual([null, roe])
    const put = await api.call('PUT', `/${path}`, { key, body: { ...rows[0], case_id: matters.roe, client_id: hale } })
    expect(put.body.data['client_id']).toBe(roe)
  })

  it('moves with what is unbilled when the matter gets another one, and stays where it was billed', async () => {
    const { owner, key, hale, roe, matters } = await practice()
    await owner.call('POST', '/webhooks', {
      body: { url: 'http://127.0.0.1:9/hook', events: ['time_entry.updated', 'expense.updated'] },
    })
    const [open, billed] = [
      await made(owner, `/${path}`, { case_id: matters.hale, ...work }),
      await made(owner, `/${path}`, { case_id: matters.hale, ...work }),
    ]
    const line = path === 'expenses' ? { expense_id: billed.id } : { time_entry_id: billed.id }
    const invoice = await made(owner, '/invoices', { client_user_id: hale, lines: [line] })
    const { body: before } = await api.call('GET', `/${path}?limit=1&sort=-updated_at`, { key })
    const since = (before['data'] as unknown as { updated_at: string }[])[0]?.updated_at
    await api.call('PATCH', `/matters/${String(matters.hale)}`, { key, body: { client_id: roe } })

    const { rows } = await api.call('GET', `/${path}?updated_since=${since}`, { key })
    expect(rows).toMatchObject([{ id: open.id, client_id: roe }])
    const events = await api.db.event.findMany({ where: { kind: { in: ['time_entry.updated', 'expense.updated'] } } })
    const ofOpen = events.filter(({ data }) => (data as { id: number }).id === open.id)
    expect(ofOpen.map(({ previous }) => previous)).toContainEqual({ client_id: hale })
    const billedNow = async () => (await owner.call('GET', `/${path}/${billed.id}`)).body.data
    expect(await billedNow()).toMatchObject({ client_id: hale, status: 'billed' })
    await owner.call('PATCH', `/${path}/${billed.id}`, { body: { description: 'Call' } })
    expect(await billedNow()).toMatchObject({ client_id: hale })

    // What is free again goes where the matter is.
    await owner.call('PUT', `/invoices/${String(invoice['invoice_id'])}/status`, { body: { status: 'cancelled' } })
    expect(await billedNow()).toMatchObject({ client_id: roe, status: 'pending' })
    const unbilled = await owner.call('GET', `/unbilled?case_id=${String(matters.hale)}`)
    expect(unbilled.status).toBe(200)
  })

  it('is taken off with that of the matter', async () => {
    const { owner, matters } = await practice()
    const entry = await made(owner, `/${path}`, { case_id: matters.hale, ...work })
    await owner.call('PATCH', `/matters/${String(matters.hale)}`, { body: { client_id: null } })
    expect((await owner.call('GET', `/${path}/${entry.id}`)).body.data['client_id']).toBeNull()
  })

  it('follows a matter without a client that gets one', async () => {
    const { owner, roe, matters } = await practice()
    const entry = await made(owner, `/${path}`, { case_id: matters.none, ...work })
    await owner.call('PATCH', `/matters/${String(matters.none)}`, { body: { client_id: roe } })
    expect((await owner.call('GET', `/${path}/${entry.id}`)).body.data['client_id']).toBe(roe)
  })
})

it('changes the rate of time that moves with its matter, in one step', async () => {
  const { owner, roe, matters } = await practice()
  await owner.call('PUT', '/rates', { body: { scope: 'client', target_id: roe, amount: 300 } })
  const entry = await made(owner, '/time-entries', { case_id: matters.hale, duration: 1 })
  await owner.call('POST', '/webhooks', { body: { url: 'http://127.0.0.1:9/hook', events: ['time_entry.updated'] } })
  await owner.call('PATCH', `/matters/${String(matters.hale)}`, { body: { client_id: roe } })
  const events = await api.db.event.findMany({
    where: { kind: 'time_entry.updated', data: { path: ['id'], equals: entry.id } },
  })
  expect(events.map(({ data }) => data)).toMatchObject([{ client_id: roe, billing_rate: 300, rate_source: 'client' }])
})

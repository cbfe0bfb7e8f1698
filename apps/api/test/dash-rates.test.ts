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

const made = async (member: Member, path: string, body: object) => (await member.call('POST', path, { body })).body.data
const setRate = async (member: Member, body: object) => {
  const reply = await member.call('PUT', '/rates', { body })
  expect(reply.status, reply.text).toBe(200)
}
const entryOf = async (member: Member, id: unknown) =>
  (await member.call('GET', `/time-entries/${String(id)}`)).body.data
const step = (member: Member, minutes: number | null) =>
  member.call('PATCH', '/firm', { body: { increment_minutes: minutes } })

async function practice() {
  const owner = await signedInAs(api)
  const client = (await made(owner, '/clients', { company_name: 'Hale' })).id
  const matter = (await made(owner, '/matters', { title: 'Hale v. Roe', client_id: client })).id
  const work = (more: object = {}) => made(owner, '/time-entries', { case_id: matter, duration: 1, ...more })
  return { owner, client, matter, work }
}

describe('the rate of time', () => {
  it('is the first of entry, matter, client, member and firm that there is', async () => {
    const { owner, client, matter, work } = await practice()
    const me = owner.userId
    expect(await work()).toMatchObject({ user_id: me, billing_rate: null, rate_source: null, billed_hours: 1 })
    const levels = [
      [{ scope: 'firm', amount: 200 }, 'firm'],
      [{ scope: 'firm', user_id: me, amount: 325 }, 'member'],
      [{ scope: 'client', target_id: client, amount: 300 }, 'client'],
      [{ scope: 'client', target_id: client, user_id: me, amount: 310 }, 'client_member'],
      [{ scope: 'matter', target_id: matter, amount: 350 }, 'matter'],
      [{ scope: 'matter', target_id: matter, user_id: me, amount: 360.5 }, 'matter_member'],
    ] as const
    for (const [rate, source] of levels) {
      await setRate(owner, rate)
      expect(await work()).toMatchObject({ billing_rate: rate.amount, rate_source: source })
    }
    expect(await work({ rate: 10 })).toMatchObject({ billing_rate: 10, rate_source: 'entry' })
    expect(await work({ rate: 10, hourly_rate: 0 })).toMatchObject({ billing_rate: 0, rate_source: 'entry' })
    expect((await owner.call('GET', `/rates/for?case_id=${matter}`)).body).toEqual({
      amount: 360.5,
      source: 'matter_member',
    })
  })

  it('is 350 of user 325 and matter 350; an API key that names no member has none of a member', async () => {
    const { owner, matter, work } = await practice()
    await setRate(owner, { scope: 'firm', user_id: owner.userId, amount: 325 })
    await setRate(owner, { scope: 'matter', target_id: matter, amount: 350 })
    expect(await work()).toMatchObject({ billing_rate: 350, rate_source: 'matter' })
    const key = await api.key({ email: owner.account })
    const { body } = await api.call('POST', '/time-entries', {
      key,
      body: { duration: 1, billing_rate: 1 },
    })
    expect(body.data).toMatchObject({ user_id: null, billing_rate: null, rate_source: null })
  })

  it('follows the day worked, where the firm is', async () => {
    const { owner, work } = await practice()
    await owner.call('PATCH', '/firm', { body: { time_zone: 'America/Los_Angeles' } })
    await setRate(owner, { scope: 'firm', amount: 100 })
    await setRate(owner, { scope: 'firm', amount: 120, valid_from: '2026-11-22' })
    expect(await work({ start_time: '2026-11-22T07:59:00Z' })).toMatchObject({ billing_rate: 100 })
    expect(await work({ start_time: '2026-11-22T08:00:00Z' })).toMatchObject({ billing_rate: 120 })
  })

  it('follows the entry to another matter unless it was typed, and the settings until it is billed', async () => {
    const { owner, client, matter, work } = await practice()
    const other = (await made(owner, '/matters', { title: 'Other', client_id: client })).id
    await setRate(owner, { scope: 'matter', target_id: matter, amount: 100 })
    await setRate(owner, { scope: 'matter', target_id: other, amount: 90 })
    const [open, typed, billed] = [await work(), await work({ hourly_rate: 70 }), await work()]
    for (const { id } of [open, typed]) await owner.call('PATCH', `/time-entries/${id}`, { body: { case_id: other } })
    expect([(await entryOf(owner, open.id))['billing_rate'], (await entryOf(owner, typed.id))['billing_rate']]).toEqual(
      [90, 70],
    )
    const invoice = await made(owner, '/invoices', { client_user_id: client, lines: [{ time_entry_id: billed.id }] })
    const before = await entryOf(owner, open.id)
    await setRate(owner, { scope: 'matter', target_id: other, amount: 95 })
    await setRate(owner, { scope: 'matter', target_id: matter, amount: 500 })
    await step(owner, 30)
    const after = await entryOf(owner, open.id)
    expect(after).toMatchObject({ billing_rate: 95, billed_hours: 1 })
    expect(after.updated_at > before.updated_at).toBe(true)
    // A changed setting alters no billed line.
    expect(await entryOf(owner, billed.id)).toMatchObject({ billing_rate: 100, status: 'billed' })
    const lines = await owner.call('GET', `/invoices/${String(invoice['invoice_id'])}/lines`)
    expect(lines.rows).toMatchObject([{ quantity: 1, unit_price: 100, net: 100 }])
    await owner.call('PUT', `/invoices/${String(invoice['invoice_id'])}/status`, { body: { status: 'cancelled' } })
    expect(await entryOf(owner, billed.id)).toMatchObject({ billing_rate: 500, status: 'pending' })
  })

  it('leaves a write that changes nothing without a stamp, and tells subscribers of what a rate changed', async () => {
    const { owner, work } = await practice()
    const endpoint = { url: 'http://127.0.0.1:9/hook', events: ['time_entry.updated'] }
    await owner.call('POST', '/webhooks', { body: endpoint })
    const entry = await work({ external_id: 'e-1' })
    const again = await owner.call('PUT', '/time-entries', { body: { external_id: 'e-1', duration: 1 } })
    expect(again.body.data).toEqual(entry)
    await setRate(owner, { scope: 'firm', amount: 42 })
    const events = await api.db.event.findMany({
      where: { kind: 'time_entry.updated', data: { path: ['id'], equals: entry.id } },
    })
    expect(events.map(({ previous }) => previous)).toEqual([{ billing_rate: null, rate_source: null }])
  })

  it('goes when it is removed; what names nobody, and who may not, is refused', async () => {
    const { owner, work } = await practice()
    await setRate(owner, { scope: 'firm', amount: 42 })
    await setRate(owner, { scope: 'firm', amount: 43 })
    const entry = await work()
    const listed = await owner.call('GET', '/rates')
    expect(listed.rows).toMatchObject([{ scope: 'firm', amount: 43, user_name: null, valid_from: null }])
    const { id } = listed.rows[0] as unknown as { id: number }
    await owner.call('DELETE', `/rates/${id}`)
    expect(await entryOf(owner, entry.id)).toMatchObject({ billing_rate: null, rate_source: null })
    expect((await owner.call('DELETE', `/rates/${id}`)).status).toBe(404)
    const stranger = await signedInAs(api)
    for (const [body, field] of [
      [{ scope: 'firm', amount: -1 }, 'amount'],
      [{ scope: 'matter', amount: 1 }, 'target_id'],
      [{ scope: 'client', target_id: 999_999, amount: 1 }, 'target_id'],
      [{ scope: 'firm', user_id: stranger.userId, amount: 1 }, 'user_id'],
    ] as const) {
      const reply = await owner.call('PUT', '/rates', { body })
      expect([reply.status, reply.body['details']], reply.text).toMatchObject([400, [{ field }]])
    }
    const lawyer = await signedInAs(api, 'lawyer', owner.account)
    expect((await lawyer.call('PUT', '/rates', { body: { scope: 'firm', amount: 1 } })).status).toBe(403)
    expect((await lawyer.call('GET', '/rates')).status).toBe(200)
  })
})

describe('increments', () => {
  it('round hours up before they are multiplied', async () => {
    const { owner, client, work } = await practice()
    await step(owner, 6)
    const hours = async (duration: number) => (await work({ duration, hourly_rate: 250 }))['billed_hours']
    // 7 minutes, three quarters, 20 minutes as they are stored, none, and what is whole already.
    expect([
      await hours(7 / 60),
      await hours(0.1167),
      await hours(0.75),
      await hours(0.3333),
      await hours(0),
      await hours(0.2),
    ]).toEqual([0.2, 0.2, 0.8, 0.4, 0, 0.2])
    const unbilled = await owner.call('GET', `/unbilled-time/${client}`)
    expect(unbilled.rows).toMatchObject([
      { hours: 0.2, rate: 250, amount: 50 },
      {},
      { hours: 0.8, amount: 200 },
      {},
      {},
      {},
    ])
    await step(owner, 1)
    expect((await owner.call('GET', `/unbilled-time/${client}`)).rows).toMatchObject([
      { hours: 0.116667 },
      {},
      { hours: 0.75 },
      { hours: 0.333333 },
      {},
      {},
    ])
  })

  it('count those that no rate is known for', async () => {
    const { owner, client, work } = await practice()
    await work()
    await work({ rate: 1 })
    expect((await owner.call('GET', '/unbilled')).body).toEqual({
      entries: 2,
      hours: 2,
      recorded: 2,
      expenses: 0,
      amount: 1,
      without_rate: 1,
    })
    expect((await owner.call('GET', '/unbilled-time')).rows).toMatchObject([{ client_id: client, without_rate: 1 }])
  })

  it('are what the timer records; without them it records whole minutes', async () => {
    const { owner } = await practice()
    const stopAfter = async (seconds: number) => {
      await owner.call('PUT', '/timer')
      await api.db.run`UPDATE timers SET started_at = started_at - make_interval(secs => ${seconds})`
      return (await owner.call('POST', '/timer/stop')).body.data['duration']
    }
    expect(await stopAfter(65)).toBe(0.033333)
    await step(owner, 6)
    expect(await stopAfter(65)).toBe(0.1)
    expect(await stopAfter(400)).toBe(0.2)
  })
})

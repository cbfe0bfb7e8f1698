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

const day = (moment: string) => `2026-11-${moment}:00.000Z`
const span = { from: day('26T00:00'), to: day('27T00:00') }
const made = async (member: Member, path: string, body: object) => {
  const reply = await member.call('POST', path, { body })
  expect(reply.status, reply.text).toBe(201)
  return reply.body.data
}

async function firm() {
  const nina = await signedInAs(api)
  const anna = await signedInAs(api, 'lawyer', nina.account)
  return { nina, anna, key: await api.key({ email: nina.account }) }
}

describe('the time of a member', () => {
  it('is shown by itself, and with everybody by name', async () => {
    const { nina, anna, key } = await firm()
    const at = { start_time: day('26T09:00'), duration: 1 }
    const [hers, mine] = [await made(nina, '/time-entries', at), await made(anna, '/time-entries', at)]
    await api.call('POST', '/time-entries', { key, body: at })
    const sheet = async (more = '') => {
      const { rows } = await anna.call('GET', `/time-sheet?from=${span.from}&to=${span.to}${more}`)
      return rows.map((row) => [row.id, row['user_name']])
    }
    expect(await sheet(`&user_id=${anna.userId}`)).toEqual([[mine.id, 'lawyer']])
    expect(await sheet(`&user_id=${nina.userId}`)).toEqual([[hers.id, expect.any(String)]])
    expect((await sheet()).map(([, name]) => name)).toEqual([expect.any(String), 'lawyer', null])
    const unbilled = async (more = '') => (await anna.call('GET', `/unbilled${more}`)).body['hours']
    expect([await unbilled(), await unbilled(`?user_id=${anna.userId}`)]).toEqual([3, 1])
    const colleagues = await anna.call('GET', '/colleagues')
    expect(colleagues.rows.map(({ id }) => id).toSorted()).toEqual([nina.userId, anna.userId].toSorted())
  })

  it('is what Home counts today, and nothing of tomorrow', async () => {
    const { nina, anna, key } = await firm()
    const at = (moment: string) => ({ start_time: day(moment), duration: 1 })
    await made(anna, '/time-entries', at('26T09:00'))
    await made(anna, '/time-entries', at('26T23:59'))
    await made(anna, '/time-entries', at('27T00:00'))
    await made(nina, '/time-entries', at('26T10:00'))
    await api.call('POST', '/time-entries', { key, body: at('26T11:00') })
    const today = async (member: Member, query = `today=${span.from}&tomorrow=${span.to}`) =>
      (await member.call('GET', `/home?${query}`)).body['today']
    expect(await today(anna)).toEqual({ entries: 2, hours: 2 })
    expect(await today(nina)).toEqual({ entries: 1, hours: 1 })
    expect(await today(anna, `today=${span.from}`)).toEqual({ entries: 2, hours: 2 })
    // A firm of one has all of it.
    const solo = await signedInAs(api)
    const own = await api.key({ email: solo.account })
    await api.call('POST', '/time-entries', { key: own, body: at('26T11:00') })
    expect(await today(solo)).toEqual({ entries: 1, hours: 1 })
  })

  it('has the rate of that member', async () => {
    const { nina, anna } = await firm()
    const rate = (body: object) => nina.call('PUT', '/rates', { body: { scope: 'firm', ...body } })
    await rate({ amount: 200 })
    await rate({ amount: 240, user_id: nina.userId })
    await rate({ amount: 290, user_id: anna.userId })
    const rateOf = async (query = '') => (await anna.call('GET', `/rates/for${query}`)).body
    expect(await rateOf()).toEqual({ amount: 290, source: 'member' })
    expect(await rateOf(`?user_id=${nina.userId}`)).toEqual({ amount: 240, source: 'member' })
    expect(await rateOf('?user_id=none')).toEqual({ amount: 200, source: 'firm' })
  })
})

describe('billed work', () => {
  it('leads to its invoice', async () => {
    const { nina } = await firm()
    const client = (await made(nina, '/clients', { company_name: 'Hale' })).id
    const entry = await made(nina, '/time-entries', { client_id: client, duration: 1, hourly_rate: 100 })
    const expense = await made(nina, '/expenses', { client_id: client, unit_price: 5 })
    const billedOn = async (query: string) => (await nina.call('GET', `/billed-on?${query}`)).body['invoice']
    expect(await billedOn(`time_entry_id=${entry.id}`)).toBeNull()
    const lines = [{ time_entry_id: entry.id }, { expense_id: expense.id }]
    const invoice = await made(nina, '/invoices', { client_user_id: client, lines })
    const expected = { invoice_id: invoice['invoice_id'], status: 'draft' }
    expect(await billedOn(`time_entry_id=${entry.id}`)).toMatchObject(expected)
    expect(await billedOn(`expense_id=${expense.id}`)).toMatchObject(expected)
    const { anna: stranger } = await firm()
    expect((await stranger.call('GET', `/billed-on?time_entry_id=${entry.id}`)).body['invoice']).toBeNull()
  })

  it.each(['time-entries', 'expenses'])(
    'of %s is neither deleted nor changed along with others by people',
    async (path) => {
      const { nina, key } = await firm()
      const client = (await made(nina, '/clients', { company_name: 'Hale' })).id
      const work = path === 'expenses' ? { unit_price: 5 } : { duration: 1, hourly_rate: 100 }
      const entry = await made(nina, `/${path}`, { client_id: client, ...work })
      const free = await made(nina, `/${path}`, { client_id: client, ...work })
      const line = path === 'expenses' ? { expense_id: entry.id } : { time_entry_id: entry.id }
      await made(nina, '/invoices', { client_user_id: client, lines: [line] })
      expect((await nina.call('DELETE', `/${path}/${entry.id}`)).body).toMatchObject({ code: 'conflict' })
      const body = { ids: [entry.id, free.id], changes: { is_billable: false } }
      const changed = await nina.call('POST', `/${path}/bulk-change`, { body })
      expect(changed.body['results']).toMatchObject([{ ok: false, code: 'conflict' }, { ok: true }])
      const deleted = await nina.call('POST', `/${path}/bulk-delete`, { body: { ids: [entry.id, free.id] } })
      expect(deleted.body['results']).toMatchObject([{ ok: false, code: 'conflict' }, { ok: true }])
      expect((await api.call('DELETE', `/${path}/${entry.id}`, { key })).status).toBe(200)
    },
  )

  it('is summed without tax and less what was credited, as unbilled work is', async () => {
    const { nina } = await firm()
    const taxes = { data: [{ name: 'USt', category: 'S', percent: 19, reason: null }] }
    expect((await nina.call('PUT', '/tax-rates', { body: taxes })).status).toBe(200)
    const client = (await made(nina, '/clients', { company_name: 'Hale' })).id
    const matter = (await made(nina, '/matters', { title: 'M', client_id: client })).id
    const entry = await made(nina, '/time-entries', { case_id: matter, duration: 10, hourly_rate: 100 })
    const figures = async () => (await nina.call('GET', `/figures?case_id=${matter}`)).body
    expect(await figures()).toMatchObject({ unbilled: { amount: 1000 } })
    const invoice = await made(nina, '/invoices', {
      client_user_id: client,
      case_id: matter,
      lines: [{ time_entry_id: entry.id }],
    })
    const issued = await nina.call('POST', `/invoices/${String(invoice['invoice_id'])}/issue`, { body: {} })
    expect(issued.status, issued.text).toBe(200)
    const billed = async () => ((await figures())['billed'] as { sums: { amount: number }[] }).sums[0]?.amount
    expect([issued.body.data['total_amount'], await billed()]).toEqual([1190, 1000])
    const lines = [{ line: 0, net: 240 }]
    const note = await nina.call('POST', `/invoices/${String(invoice['invoice_id'])}/credit-notes`, { body: { lines } })
    expect(note.status, note.text).toBe(201)
    expect(await billed()).toBe(760)
    const { sums, outstanding } = (await figures())['billed'] as Record<string, { amount: number }[]>
    expect([sums?.[0]?.amount, outstanding?.[0]?.amount]).toEqual([760, 904.4])
  })
})

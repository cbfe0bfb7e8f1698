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

async function made(member: Member, path: string, body: object) {
  const reply = await member.call('POST', path, { body })
  expect(reply.status, reply.text).toBe(201)
  return reply.body.data
}

/** A firm with a matter whose time and expense are on an invoice to its client, which names no matter. */
async function billed({ isIssued = true } = {}) {
  const owner = await signedInAs(api)
  const key = await api.key({ email: owner.account })
  const client = (await made(owner, '/clients', { company_name: 'Roe' })).id
  const [matter, other] = [
    (await made(owner, '/matters', { title: 'M', client_id: client })).id,
    (await made(owner, '/matters', { title: 'N', client_id: client })).id,
  ]
  const work = { case_id: matter, description: 'Work', metadata: { a: '1' } }
  const time = { ...work, external_id: 't', duration: 1, hourly_rate: 100, start_time: '2026-11-02T09:00:00Z' }
  const entry = (await made(owner, '/time-entries', time)).id
  const cost = { ...work, external_id: 'e', unit_price: 20, quantity: 2, date: '2026-11-03' }
  const expense = (await made(owner, '/expenses', cost)).id
  const body = { client_user_id: client, lines: [{ time_entry_id: entry }, { expense_id: expense }] }
  const invoice = Number((await made(owner, '/invoices', body))['invoice_id'])
  if (isIssued) {
    const issue = await owner.call('POST', `/invoices/${invoice}/issue`, { body: {} })
    expect(issue.status, issue.text).toBe(200)
  }
  return { owner, key, client, matter, other, invoice, ids: { 'time-entries': entry, expenses: expense } }
}

type Path = 'time-entries' | 'expenses'

const shown: readonly (readonly [Path, Record<string, unknown>])[] = [
  ['time-entries', { duration: 9 }],
  ['time-entries', { description: 'Other' }],
  ['time-entries', { start_time: '2026-11-04T09:00:00Z' }],
  ['time-entries', { hourly_rate: 1 }],
  ['time-entries', { activity_type: 'L120 A104' }],
  ['expenses', { unit_price: 9 }],
  ['expenses', { date: '2026-11-04' }],
  ['expenses', { quantity: 3 }],
  ['expenses', { vendor: 'Court' }],
  ['expenses', { code: 'E112' }],
]

describe('work on an issued invoice', () => {
  it.each(shown)('keeps what the invoice shows from every door: %s %j', async (path, change) => {
    const { owner, key, ids, invoice } = await billed()
    const one = `/${path}/${ids[path]}`
    const before = (await api.call('GET', one, { key })).body.data
    const lines = (await api.call('GET', `/invoices/${invoice}?expand=lines`, { key })).text
    const { external_id: externalId } = before
    const [name = ''] = Object.keys(change)

    const refused = await api.call('PATCH', one, { key, body: change })
    expect([refused.status, refused.body['code']], refused.text).toEqual([409, 'billed'])
    expect(refused.body['details']).toMatchObject([{ field: name, code: 'billed' }])
    const put = await api.call('PUT', `/${path}`, { key, body: { external_id: externalId, ...change } })
    expect([put.status, put.body['code']]).toEqual([409, 'billed'])
    const bulk = await api.call('POST', `/${path}/bulk`, {
      key,
      body: { data: [{ external_id: externalId, ...change }] },
    })
    expect(bulk.body['results']).toMatchObject([{ status: 409, code: 'billed' }])
    expect((await owner.call('PATCH', one, { body: change })).body['code']).toBe('billed')
    expect((await api.call('GET', one, { key })).body.data).toEqual(before)
    expect((await api.call('GET', `/invoices/${invoice}?expand=lines`, { key })).text).toBe(lines)
  })

  it.each(['time-entries', 'expenses'] as const)('does not move to another matter or go away: %s', async (path) => {
    const { owner, key, other, matter, client, ids } = await billed()
    const one = `/${path}/${ids[path]}`
    expect((await api.call('PATCH', one, { key, body: { case_id: other } })).body['code']).toBe('billed')
    expect((await api.call('DELETE', one, { key })).body['code']).toBe('billed')
    expect((await owner.call('DELETE', one)).body['code']).toBe('billed')
    const bulk = await api.call('DELETE', `/${path}/bulk`, { key, body: { ids: [ids[path]] } })
    expect(bulk.body['results']).toMatchObject([{ status: 409, code: 'billed' }])
    expect((await api.call('DELETE', `/matters/${matter}?force=true`, { key })).body['code']).toBe('billed')
    expect((await api.call('DELETE', `/clients/${client}?force=true`, { key })).body['code']).toBe('has_dependents')
    expect((await api.call('GET', one, { key })).body.data['case_id']).toBe(matter)
  })

  it.each(['time-entries', 'expenses'] as const)('takes other fields, and itself unchanged: %s', async (path) => {
    const { key, ids } = await billed()
    const one = `/${path}/${ids[path]}`
    const { data } = (await api.call('GET', one, { key })).body
    expect((await api.call('PUT', `/${path}`, { key, body: data })).status).toBe(200)
    const other = { metadata: { a: '2' }, is_billable: false, external_id: 'renamed' }
    const changed = await api.call('PATCH', one, { key, body: other })
    expect([changed.status, changed.body.data], changed.text).toMatchObject([200, other])
  })

  it.each(['time-entries', 'expenses'] as const)(
    'can change on a draft, and once the invoice is void: %s',
    async (path) => {
      const draft = await billed({ isIssued: false })
      const patch = (of: typeof draft) =>
        api.call('PATCH', `/${path}/${of.ids[path]}`, { key: of.key, body: { description: 'Other' } })
      expect((await patch(draft)).status).toBe(200)
      const issued = await billed()
      await issued.owner.call('PUT', `/invoices/${issued.invoice}/status`, { body: { status: 'cancelled' } })
      expect((await patch(issued)).status).toBe(200)
      const lines = await api.call('GET', `/invoices/${issued.invoice}?expand=lines`, { key: issued.key })
      expect(lines.body.data['lines']).toMatchObject([{ case_id: issued.matter }, { case_id: issued.matter }])
    },
  )

  it('is either on the invoice as it was, or changed before it was issued', async () => {
    const { owner, key, invoice, ids } = await billed({ isIssued: false })
    const [issue, ...changes] = await Promise.all([
      owner.call('POST', `/invoices/${invoice}/issue`, { body: {} }),
      ...Array.from({ length: 8 }, (_, at) =>
        api.call('PATCH', `/time-entries/${ids['time-entries']}`, { key, body: { activity_type: `A${at}` } }),
      ),
    ])
    expect(issue?.status).toBe(200)
    for (const { status } of changes) expect([200, 409]).toContain(status)
    const { data: entry } = (await api.call('GET', `/time-entries/${ids['time-entries']}`, { key })).body
    const { data } = (await api.call('GET', `/invoices/${invoice}?expand=lines`, { key })).body
    expect((data['lines'] as { code: string | null }[])[0]?.code).toBe(entry['activity_type'])
  })
})

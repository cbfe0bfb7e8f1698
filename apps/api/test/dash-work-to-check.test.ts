import { findWorkspace, noteWorkToCheck } from '@matterbase/domain'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { join, signIn } from './dash-browser.ts'
import type { Browser } from './dash-browser.ts'
import { startApi } from './harness.ts'
import type { Api } from './harness.ts'

let api: Api

beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

async function made(by: Browser, path: string, body: object): Promise<number> {
  const reply = await by.call('POST', `/live${path}`, { body })
  expect(reply.status, reply.text).toBe(201)
  return reply.body.data['id'] ?? reply.body.data['invoice_id']
}

const read = async (by: Browser, path: string) => (await by.call('GET', `/live${path}`)).body.data
const toCheck = async (by: Browser) => {
  const { work_to_check: work } = (await by.call('GET', '/live/home')).body as unknown as {
    work_to_check: { count: number; data: { resource: string; id: number }[] } | null
  }
  return work
}

/** A time entry and an expense of Hale's matter that name Roe, as an earlier version left them, and a billed entry. */
async function practice() {
  const owner = await signIn(api)
  const workspaceId = await findWorkspace(api.db, owner.email, 'live')
  const [hale, roe] = [
    await made(owner, '/clients', { company_name: 'Hale' }),
    await made(owner, '/clients', { company_name: 'Roe' }),
  ]
  const matter = await made(owner, '/matters', { title: 'Hale v. Poe', client_id: hale })
  const entry = await made(owner, '/time-entries', { case_id: matter, duration: 1, description: 'Call' })
  const expense = await made(owner, '/expenses', { case_id: matter, unit_price: 10, description: 'Copies' })
  const billed = await made(owner, '/time-entries', { case_id: matter, duration: 2, hourly_rate: 100 })
  const invoice = await made(owner, '/invoices', { client_id: hale, lines: [{ time_entry_id: billed }] })
  await api.db.run`UPDATE time_entries SET client_id = ${roe} WHERE workspace_id = ${workspaceId} AND id = ${entry}`
  await api.db.run`UPDATE expenses SET client_id = ${roe} WHERE workspace_id = ${workspaceId} AND id = ${expense}`
  await api.db.run`
    UPDATE time_entries SET status = 'pending', invoice_id = NULL WHERE workspace_id = ${workspaceId} AND id = ${billed}`
  return { owner, hale, roe, matter, entry, expense, billed, invoice }
}

it('lists unbilled work of another client than its matter, and moves only what a member chooses', async () => {
  const { owner, hale, roe, matter, entry, expense, billed, invoice } = await practice()
  // The home page searches nothing before the worker has found something.
  expect(await toCheck(owner)).toEqual({ count: 0, data: [] })
  await noteWorkToCheck(api.db)
  const of = { case_id: matter, matter_title: 'Hale v. Poe', matter_client_name: 'Hale' }
  expect(await toCheck(owner)).toMatchObject({
    count: 3,
    data: [
      { resource: 'time_entries', id: entry, description: 'Call', client_name: 'Roe', invoice_id: null, ...of },
      { resource: 'expenses', id: expense, description: 'Copies', client_name: 'Roe', invoice_id: null, ...of },
      { resource: 'time_entries', id: billed, client_name: 'Hale', invoice_id: invoice, ...of },
    ],
  })
  const settle = (work: object[]) => owner.call('POST', '/live/work-to-check/settle', { body: { work } })
  expect((await settle([{ resource: 'time_entries', id: entry }])).body).toEqual({
    time_entries: [entry],
    expenses: [],
  })
  expect(await read(owner, `/time-entries/${entry}`)).toMatchObject({ client_id: hale, status: 'pending' })
  expect(await read(owner, `/expenses/${expense}`)).toMatchObject({ client_id: roe })
  expect(
    (
      await settle([
        { resource: 'time_entries', id: entry },
        { resource: 'time_entries', id: billed },
        { resource: 'expenses', id: expense },
      ])
    ).body,
  ).toEqual({ time_entries: [billed], expenses: [expense] })
  expect(await read(owner, `/time-entries/${billed}`)).toMatchObject({ status: 'billed', invoice_id: invoice })
  expect(await read(owner, `/expenses/${expense}`)).toMatchObject({ client_id: hale })
  expect(await toCheck(owner)).toEqual({ count: 0, data: [] })
  const noted = await api.db.auditEntry.findMany({ where: { action: 'work.settled', actor: owner.email } })
  expect(noted.map(({ details }) => details)).toEqual([
    { time_entries: [entry], expenses: [] },
    { time_entries: [billed], expenses: [expense] },
  ])
})

it('shows it to members who record time, and lets no other member settle it', async () => {
  const { owner, entry } = await practice()
  await noteWorkToCheck(api.db)
  const body = { work: [{ resource: 'time_entries', id: entry }] }
  for (const role of ['read-only', 'developer'] as const) {
    const member = await join(api, owner, role)
    expect(await toCheck(member)).toBeNull()
    expect((await member.call('POST', '/live/work-to-check/settle', { body })).status).toBe(403)
  }
  const other = await signIn(api)
  expect((await other.call('POST', '/live/work-to-check/settle', { body })).body).toEqual({
    time_entries: [],
    expenses: [],
  })
  expect(await toCheck(await join(api, owner, 'lawyer'))).toMatchObject({ count: 3 })
})

it('stays with its client when a rate of the firm changes', async () => {
  const { owner, roe, entry } = await practice()
  await owner.call('PUT', '/live/rates', { body: { scope: 'firm', amount: 120 } })
  expect(await read(owner, `/time-entries/${entry}`)).toMatchObject({ client_id: roe, billing_rate: 120 })
})

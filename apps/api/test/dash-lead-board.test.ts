import { int, text } from '@matterbase/db'
import { findWorkspace } from '@matterbase/domain'
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

interface Lead {
  readonly lead_id: string
  readonly [name: string]: unknown
}

async function capture(member: Member, leadData: object): Promise<Lead> {
  const { body } = await member.call('POST', '/leads', { body: { leadData } })
  return body['lead'] as Lead
}

const jane = {
  first_name: 'Jane',
  last_name: 'Doe',
  email: 'jane@doe.example',
  company: 'Doe Ltd',
  practice_area: 'Family',
  phone: '1',
}
const patch = (member: Member, { lead_id: id }: Lead, body: object) =>
  member.call('PATCH', `/lead-board/${id}`, { body })
const decide = (member: Member, { lead_id: id }: Lead, body: object = {}) =>
  member.call('POST', `/lead-board/${id}/conflicts`, { body: { decision: 'clear', note: 'Checked', ...body } })
const convertAsIs = (member: Member, { lead_id: id }: Lead, body: object = {}) =>
  member.call('POST', `/lead-board/${id}/convert`, { body })
/** After a decision that there is no conflict. */
const convert = async (member: Member, lead: Lead, body: object = {}) => {
  await decide(member, lead)
  return convertAsIs(member, lead, body)
}

async function eventsOf(member: Member): Promise<Record<string, number>> {
  const workspaceId = await findWorkspace(api.db, member.account, 'live')
  const rows = await api.db.rows({ kind: text, count: int })`
    SELECT kind, count(*)::int AS count FROM events WHERE workspace_id = ${workspaceId} GROUP BY kind ORDER BY kind`
  return Object.fromEntries(rows.map(({ kind, count }) => [kind, count]))
}

describe('the board', () => {
  it('has the leads of every source, by column, newest first and page by page', async () => {
    const owner = await signedInAs(api)
    const key = await api.key({ email: owner.account })
    await api.call('POST', '/leads', { key, body: { leadData: { first_name: 'By API' } } })
    for (const name of ['B', 'C', 'D']) await capture(owner, { first_name: name })
    const first = await owner.call('GET', '/lead-board?status=new&limit=3&include=total')
    expect(first.rows).toMatchObject([
      { first_name: 'D', source: 'manual', client_id: null, case_id: null },
      { first_name: 'C' },
      { first_name: 'B' },
    ])
    expect(first.body['total']).toBe(4)
    const cursor = String(first.body['next_cursor'])
    expect((await owner.call('GET', `/lead-board?cursor=${cursor}`)).rows).toMatchObject([
      { first_name: 'By API', source: 'api' },
    ])
    expect((await owner.call('GET', '/lead-board?status=lost')).rows).toEqual([])
    expect((await owner.call('GET', '/lead-board?source=api&q=by%20API')).rows).toHaveLength(1)
    expect((await owner.call('GET', '/lead-board?status=won')).status).toBe(400)
  })

  it('moves a lead from column to column, and the API follows', async () => {
    const owner = await signedInAs(api)
    const lead = await capture(owner, jane)
    for (const status of ['contacted', 'qualified', 'lost', 'new', 'converted'])
      expect((await patch(owner, lead, { status })).body.data).toMatchObject({ status })
    expect(await eventsOf(owner)).toEqual({ 'lead.created': 1 })
  })
})

describe('changing a lead', () => {
  it('scores it anew, and moves no stamp when nothing changes', async () => {
    const owner = await signedInAs(api)
    const lead = await capture(owner, jane)
    const changed = await patch(owner, lead, { practice_area: 'Personal injury', urgency: 'high', phone: '' })
    expect(changed.body.data).toMatchObject({ score: 100, phone: null, first_name: 'Jane' })
    expect((await patch(owner, lead, { urgency: 'high' })).body.data).toEqual(changed.body.data)
  })

  it("refuses another lead's email, and one that nobody could be known by", async () => {
    const owner = await signedInAs(api)
    const [lead, other] = [await capture(owner, jane), await capture(owner, { email: 'roe@example.com' })]
    const taken = await patch(owner, other, { email: ' JANE@doe.example' })
    expect(taken.status).toBe(409)
    expect(taken.body).toMatchObject({ existing_id: lead.lead_id, details: [{ field: 'email', code: 'taken' }] })
    expect((await patch(owner, other, { email: null })).body['details']).toMatchObject([
      { field: 'email', code: 'required' },
    ])
    expect((await patch(owner, other, { email: 'nope', status: 'gone' })).body['details']).toMatchObject([
      { field: 'email' },
      { field: 'status' },
    ])
  })
})

describe('converting a lead', () => {
  it('makes a client and a matter by the rules of the API, with their events', async () => {
    const owner = await signedInAs(api)
    const lead = await capture(owner, { ...jane, description: 'Custody of two children' })
    const reply = await convert(owner, lead)
    expect(reply.status).toBe(201)
    expect(reply.body['client']).toMatchObject({
      company_name: 'Doe Ltd',
      contact_person: 'Jane Doe',
      email: 'jane@doe.example',
      phone: '1',
      client_type: 'business',
      status: 'active',
    })
    const client = reply.body['client'] as { id: number }
    expect(reply.body['matter']).toMatchObject({
      title: 'Family: Jane Doe',
      description: 'Custody of two children',
      case_category: 'Family',
      client_id: client.id,
      status: 'In Progress',
    })
    expect(reply.body.data).toMatchObject({ status: 'converted', client_id: client.id })
    expect(await eventsOf(owner)).toEqual({ 'client.created': 1, 'lead.created': 1, 'matter.created': 1 })
  })

  it.each([
    ['name', { first_name: 'a'.repeat(253), last_name: '😀' }, { contact_person: `${'a'.repeat(253)} ` }],
    ['area', { first_name: '😀', practice_area: 'a'.repeat(252) }, { contact_person: '😀' }],
  ])('cuts a long %s between characters', async (_what, lead, client) => {
    const owner = await signedInAs(api)
    const { status, body } = await convert(owner, await capture(owner, { ...lead, email: 'long@doe.example' }))
    expect([status, body['client']]).toMatchObject([201, client])
    expect((body['matter'] as { title: string }).title.isWellFormed()).toBe(true)
  })

  it('happens once, however often it is clicked', async () => {
    const owner = await signedInAs(api)
    const lead = await capture(owner, jane)
    await decide(owner, lead)
    const replies = await Promise.all(Array.from({ length: 6 }, () => convertAsIs(owner, lead)))
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 200, 200, 201])
    expect(new Set(replies.map(({ body }) => (body['matter'] as { id: number }).id)).size).toBe(1)
    expect(await eventsOf(owner)).toEqual({ 'client.created': 1, 'lead.created': 1, 'matter.created': 1 })
  })

  it('takes the client that has the same email address, or the one that is named', async () => {
    const owner = await signedInAs(api)
    const made = await owner.call('POST', '/clients', { body: { contact_person: 'J', email: 'Jane@DOE.example' } })
    const same = await convert(owner, await capture(owner, jane), { title: 'Her case' })
    expect(same.body['client']).toEqual(made.body.data)
    expect(same.body['matter']).toMatchObject({ title: 'Her case' })
    const named = await convert(owner, await capture(owner, { first_name: 'Tom' }), { client_id: made.body.data.id })
    expect(named.body['client']).toEqual(made.body.data)
    const lead = await capture(owner, { first_name: 'Ann' })
    const wrong = await convert(owner, lead, { client_id: 999_999 })
    expect([wrong.status, wrong.body['details']]).toMatchObject([400, [{ field: 'client_id' }]])
    expect(await eventsOf(owner)).toMatchObject({ 'client.created': 1, 'matter.created': 2 })
  })
})

describe('who may', () => {
  it('a lawyer manages, a reader reads, a developer sees nothing', async () => {
    const owner = await signedInAs(api)
    const lead = await capture(owner, jane)
    const [lawyer, reader, developer] = await Promise.all(
      (['lawyer', 'read-only', 'developer'] as const).map((role) => signedInAs(api, role, owner.account)),
    )
    const asked = async (member: Member | undefined) =>
      member && [
        (await member.call('GET', `/lead-board/${lead.lead_id}`)).status,
        (await patch(member, lead, { status: 'lost' })).status,
        (await convert(member, lead)).status,
      ]
    expect(await asked(reader)).toEqual([200, 403, 403])
    expect(await asked(developer)).toEqual([403, 403, 403])
    expect(await asked(lawyer)).toEqual([200, 200, 201])
  })

  it("another account's lead is not there", async () => {
    const [owner, stranger] = [await signedInAs(api), await signedInAs(api)]
    const lead = await capture(owner, jane)
    const statuses = [
      (await stranger.call('GET', `/lead-board/${lead.lead_id}`)).status,
      (await patch(stranger, lead, { status: 'lost' })).status,
      (await convert(stranger, lead)).status,
      (await stranger.call('GET', `/lead-board/${lead.lead_id}/conflicts`)).status,
      (await owner.call('GET', '/lead-board/7')).status,
    ]
    expect(statuses).toEqual([404, 404, 404, 404, 404])
  })
})

import { int, orNull, text } from '@matterbase/db'
import { findWorkspace } from '@matterbase/domain'
import { createInvoice } from '@matterbase/domain/testing'
import { optInKinds } from '@matterbase/schemas'
import type { EventKind } from '@matterbase/schemas'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signedInAs } from './dash-browser.ts'
import type { Member } from './dash-browser.ts'
import { startApi } from './harness.ts'
import type { Api, Reply } from './harness.ts'

let api: Api

beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

const url = 'https://example.com/hooks'

/** An account whose live workspace has an endpoint for these kinds. */
async function firm(events: readonly EventKind[] = optInKinds) {
  const owner = await signedInAs(api)
  const key = await api.key({ email: owner.account })
  const workspaceId = await findWorkspace(api.db, owner.account, 'live')
  const call = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
    api.call(method, path, { key, headers, ...(body !== undefined && { body }) })
  const subscribe = async (kinds: readonly EventKind[]) =>
    (await call('POST', '/webhooks', { url, events: kinds })).body as unknown as { id: number }
  if (events.length > 0) await subscribe(events)
  /** What was recorded beyond the events of the specification, in the order of its deliveries. */
  const told = () => api.db.rows({ kind: text, data: text, previous: orNull(text), deliveries: int })`
    SELECT event.kind, event.data::text AS data, event.previous::text AS previous, count(delivery.id)::int AS deliveries
    FROM events AS event LEFT JOIN webhook_deliveries AS delivery
      ON delivery.workspace_id = event.workspace_id AND delivery.event_id = event.id
    WHERE event.workspace_id = ${workspaceId} AND event.kind = ANY (${[...optInKinds]})
    GROUP BY event.workspace_id, event.id ORDER BY min(delivery.id)`
  const brief = async () => (await told()).map(({ kind, previous }) => [kind, previous && JSON.parse(previous)])
  return { owner, workspaceId, call, subscribe, told, brief }
}

type Firm = Awaited<ReturnType<typeof firm>>

/** The record in an answer, byte for byte. */
const recordIn = ({ text }: Reply) => /^\{"data":(.*?)(?:,"created":\w+)?\}$/.exec(text)?.[1]

describe('a record', () => {
  it('tells of its creation, changes and end, with the bytes of GET and what was before', async () => {
    const { call, told } = await firm()
    const made = await call('POST', '/time-entries', { description: 'Żółć "a"', duration: 1.25, rate: 100 })
    const path = `/time-entries/${made.body.data.id}`
    const patched = await call('PATCH', path, { duration: 12.34567, rate: null, is_billable: false })
    await call('DELETE', path)
    const since = encodeURIComponent(made.body.data.updated_at)
    const list = await call('GET', `/time-entries?updated_since=${since}&include_deleted=true`)
    expect(await told()).toEqual([
      { kind: 'time_entry.created', data: recordIn(made), previous: null, deliveries: 1 },
      {
        kind: 'time_entry.updated',
        data: recordIn(patched),
        previous:
          '{"duration":1.25,"is_billable":true,"rate":100,"billing_rate":100,"rate_source":"entry","billed_hours":1.25}',
        deliveries: 1,
      },
      { kind: 'time_entry.deleted', data: JSON.stringify(list.rows[0]), previous: null, deliveries: 1 },
    ])
  })

  it('tells nothing of a write that changes nothing, and of a refused one', async () => {
    const { call, brief } = await firm()
    const matter = { title: 'Hale', external_id: 'm', estimated_hours: 1.5 }
    const { id } = (await call('PUT', '/matters', matter)).body.data
    await call('POST', '/time-entries', { case_id: id, external_id: 't' })
    const refused = await Promise.all([
      call('PATCH', `/matters/${id}`, { title: null }),
      call('PATCH', `/matters/${id}`, { title: 'Other' }, { 'if-match': '"x"' }),
      call('DELETE', `/matters/${id}`),
      call('PATCH', `/matters/${id}`, { client_id: 999_999 }),
      call('PUT', '/matters', { external_id: 'm', status: 'Lost' }),
      call('POST', '/time-entries', { case_id: id, external_id: 't' }),
      call('POST', '/matters/bulk?atomic=true', { data: [{ external_id: 'm', title: 'B' }, { title: 'none' }] }),
      call('DELETE', '/matters/999999'),
    ])
    expect(refused.map(({ status }) => status)).toEqual([400, 412, 409, 400, 400, 409, 400, 404])
    for (const [method, path, body] of [
      ['PATCH', `/matters/${id}`, matter],
      ['PATCH', `/matters/${id}`, {}],
      ['PUT', '/matters', matter],
      ['POST', '/matters/bulk', { data: [matter] }],
    ] as const)
      expect((await call(method, path, body)).status).toBe(200)
    expect(await brief()).toEqual([['time_entry.created', null]])
  })

  it('is told of by what came of an upsert: new, changed, or neither, of many as of one', async () => {
    const { call, brief } = await firm()
    const entry = (id: string, duration: number) => ({ external_id: id, duration })
    await call('PUT', '/time-entries', entry('a', 1))
    await call('PUT', '/time-entries', entry('a', 2))
    const { body } = await call('POST', '/time-entries/bulk', {
      data: [entry('a', 3), entry('b', 1), entry('c', -1), entry('a', 4)],
    })
    expect(body['results']).toMatchObject([{ status: 200 }, { status: 201 }, { status: 400 }, { status: 400 }])
    await call('POST', '/time-entries/bulk', { data: [entry('a', 3), entry('b', 2)] })
    expect(await brief()).toEqual([
      ['time_entry.created', null],
      ['time_entry.updated', { duration: 1, billed_hours: 1 }],
      ['time_entry.created', null],
      ['time_entry.updated', { duration: 2, billed_hours: 2 }],
      ['time_entry.updated', { duration: 1, billed_hours: 1 }],
    ])
  })

  it('that is deleted by force tells of what is unlinked from it as well', async () => {
    const { call, told } = await firm()
    const client = (await call('POST', '/clients', { company_name: 'Hale', external_id: 'c' })).body.data
    const matter = (await call('POST', '/matters', { title: 'A', client_id: client.id })).body.data
    const entry = (await call('POST', '/time-entries', { case_id: matter.id })).body.data
    await call('DELETE', `/clients/${client.id}?force=true`)
    const [created, ...rest] = await told()
    expect(created?.kind).toBe('time_entry.created')
    expect(
      rest.map(({ kind, data, previous }) => [kind, JSON.parse(data), previous && JSON.parse(previous)]),
    ).toMatchObject([
      ['matter.updated', { id: matter.id, client_id: null }, { client_id: client.id }],
      ['time_entry.updated', { id: entry.id, client_id: null, case_id: matter.id }, { client_id: client.id }],
      ['client.deleted', { id: client.id, external_id: 'c' }, null],
    ])
    expect(Object.keys(JSON.parse(rest[2]?.data ?? '') as object)).toEqual([
      'id',
      'external_id',
      'deleted_at',
      'updated_at',
    ])
  })

  it('that many change at once tells of each change, and what was before is what the one before made', async () => {
    const { call, told } = await firm()
    const { id } = (await call('POST', '/matters', { title: 'start' })).body.data
    await Promise.all(Array.from({ length: 30 }, (_, n) => call('PATCH', `/matters/${id}`, { title: `title ${n}` })))
    const events = (await told()).map(({ data, previous }) => ({
      title: (JSON.parse(data) as { title: string }).title,
      before: (JSON.parse(previous ?? '') as { title: string }).title,
    }))
    expect(events).toHaveLength(30)
    expect(events.map(({ before }) => before)).toEqual(['start', ...events.slice(0, -1).map(({ title }) => title)])
    expect((await call('GET', `/matters/${id}`)).body.data['title']).toBe(events.at(-1)?.title)
  })

  it('is told of once by a POST that is repeated under one key', async () => {
    const { call, brief } = await firm()
    const post = () => call('POST', '/time-entries', { duration: 1 }, { 'idempotency-key': 'once' })
    await post()
    expect((await post()).headers.get('idempotent-replayed')).toBe('true')
    expect(await brief()).toEqual([['time_entry.created', null]])
  })
})

describe('a subscriber', () => {
  const change = async ({ call }: Firm, n: number) => {
    const { body } = await call('PUT', '/matters', { external_id: 'm', title: `${n}` })
    return body.data.id
  }

  it('gets what happens from then on, and nothing is recorded before it comes and after it goes', async () => {
    const place = await firm([])
    const titles = async () =>
      (await place.told()).map(({ data }) => (JSON.parse(data) as Record<string, unknown>)['title'])
    for (const n of [1, 2]) await change(place, n)
    const { id } = await place.subscribe(['matter.updated'])
    await change(place, 3)
    expect(await titles()).toEqual(['3'])
    await place.call('PATCH', `/webhooks/${id}`, { events: ['client.updated'] })
    await change(place, 4)
    await place.call('PATCH', `/webhooks/${id}`, { events: ['client.updated', 'matter.updated'] })
    await change(place, 5)
    await place.call('DELETE', `/webhooks/${id}`)
    await change(place, 6)
    expect(await titles()).toEqual(['3', '5'])
  })

  it('that is switched off goes on subscribing: what happens is held for it', async () => {
    const place = await firm([])
    const { id } = await place.subscribe(['matter.updated'])
    await place.call('PATCH', `/webhooks/${id}`, { is_active: false })
    for (const n of [1, 2]) await change(place, n)
    const { rows } = await place.call('GET', `/webhooks/${id}/deliveries`)
    expect(rows).toMatchObject([{ event: 'matter.updated', status: 'held' }])
  })

  it('of one workspace makes nothing be recorded in another', async () => {
    const [one, other] = [await firm(['matter.updated']), await firm(['client.updated'])]
    for (const n of [1, 2]) await Promise.all([change(one, n), change(other, n)])
    expect(await one.brief()).toEqual([['matter.updated', { title: '1' }]])
    expect(await other.told()).toEqual([])
  })

  it('who comes while others write misses nothing that is answered after it', async () => {
    const place = await firm([])
    const { call } = place
    await change(place, -1)
    const writes: Promise<unknown>[] = []
    for (let n = 0; n < 20; n++) writes.push(change(place, n))
    const subscribing = place.subscribe(['matter.updated'])
    for (let n = 20; n < 40; n++) writes.push(change(place, n))
    await subscribing
    for (let n = 40; n < 50; n++) writes.push(change(place, n))
    await Promise.all(writes)
    const subscribed = (await call('GET', '/webhooks')).body['webhooks'] as { created_at: string }[]
    const clock = Date.parse(subscribed[0]?.created_at ?? '')
    const stamps = (await place.told()).map(({ data }) => JSON.parse(data) as { updated_at: string; title: string })
    expect(stamps.every(({ updated_at: at }) => Date.parse(at) > clock)).toBe(true)
    expect(stamps.map(({ title }) => title)).toEqual(
      expect.arrayContaining(Array.from({ length: 10 }, (_, n) => `${40 + n}`)),
    )
  })

  it('is noted at its workspace through whatever makes, changes and takes away an endpoint', async () => {
    const { owner, workspaceId, call } = await firm([])
    const noted = async () =>
      (await api.db.workspace.findUniqueOrThrow({ where: { id: workspaceId } })).subscribed_events
    const { id } = (await call('POST', '/webhooks', { url, events: ['matter.created', 'lead.updated'] }))
      .body as unknown as {
      id: number
    }
    expect(await noted()).toEqual(['lead.updated'])
    await owner.call('POST', '/inbox')
    expect(await noted()).toEqual(optInKinds.toSorted())
    await owner.call('DELETE', '/inbox')
    expect(await noted()).toEqual(['lead.updated'])
    await call('PATCH', `/webhooks/${id}`, { description: 'CRM' })
    expect(await noted()).toEqual(['lead.updated'])
    await owner.call('PATCH', `/webhooks/${id}`, { body: { events: ['matter.created', 'matter.deleted'] } })
    expect(await noted()).toEqual(['matter.deleted'])
    await owner.call('DELETE', `/webhooks/${id}`)
    expect(await noted()).toEqual([])
  })
})

describe('leads', () => {
  it('tell of edits, moves, what is captured again and conversion, and of nothing else', async () => {
    const { owner, call, brief } = await firm()
    const capture = (leadData: object) => call('POST', '/leads', { leadData })
    const { lead } = (await capture({ email: 'ada@example.com', practice_area: 'Family' })).body as unknown as {
      lead: { lead_id: string; score: number }
    }
    const path = `/lead-board/${lead.lead_id}`
    await capture({ email: 'ADA@example.com', practice_area: 'Tax' })
    await capture({ email: 'ada@example.com', first_name: 'Ada' })
    await owner.call('PATCH', path, { body: { status: 'contacted' } })
    await owner.call('PATCH', path, { body: { status: 'contacted', first_name: 'Ada' } })
    await owner.call('PATCH', path, { body: { urgency: 'high' } })
    await owner.call('POST', `${path}/conflicts`, { body: { decision: 'clear', note: 'Checked' } })
    await Promise.all([owner.call('POST', `${path}/convert`, { body: {} }), owner.call('POST', `${path}/convert`)])
    expect(await brief()).toEqual([
      ['lead.updated', { first_name: null }],
      ['lead.updated', { status: 'new' }],
      ['lead.updated', { urgency: 'medium', score: lead.score }],
      ['lead.updated', { status: 'contacted' }],
    ])
  })

  it('are told of as GET answers them, without what the board alone knows', async () => {
    const { owner, call, told } = await firm()
    await call('POST', '/leads', { leadData: { first_name: 'Ada' } })
    const [lead] = (await call('GET', '/leads')).body['leads'] as { lead_id: string }[]
    await owner.call('POST', `/lead-board/${lead?.lead_id}/conflicts`, { body: { decision: 'clear' } })
    await owner.call('POST', `/lead-board/${lead?.lead_id}/convert`, { body: {} })
    const after = (await call('GET', '/leads')).text
    expect(after).toContain((await told())[0]?.data)
  })
})

describe('invoices', () => {
  const post = (owner: Member, body: object) => owner.call('POST', '/invoices', { body: { lines: [], ...body } })
  const put = (owner: Member, id: unknown, status: string) =>
    owner.call('PUT', `/invoices/${String(id)}/status`, { body: { status } })

  it('tell of the draft, its edits and its status, and the time on them of being billed', async () => {
    const { owner, call, told, brief } = await firm()
    const { id } = (await call('POST', '/time-entries', { duration: 2, rate: 50 })).body.data
    const draft = (await post(owner, { invoice_number: 'A-1', lines: [{ time_entry_id: id }] })).body.data
    const path = `/invoices/${String(draft['invoice_id'])}`
    await owner.call('PATCH', path, { body: { due_date: '2030-01-01' } })
    await owner.call('PATCH', path, { body: { due_date: '2030-01-01' } })
    await owner.call('PATCH', path, { body: { lines: [{ time_entry_id: id }] } })
    await owner.call('PATCH', path, { body: { lines: [{ time_entry_id: id }, { description: 'Fee', net: 0.5 }] } })
    await put(owner, draft['invoice_id'], 'sent')
    await put(owner, draft['invoice_id'], 'paid')
    expect(await brief()).toEqual([
      ['time_entry.created', null],
      ['time_entry.updated', { status: 'pending', invoice_id: null }],
      ['invoice.created', null],
      ['invoice.updated', { due_date: null }],
      ['invoice.updated', { total_amount: 100, net_amount: 100 }],
      [
        'invoice.updated',
        { status: 'draft', invoice_number: expect.stringMatching(/^DRAFT-\d+$/), open_amount: 0, balance: 0 },
      ],
      ['time_entry.updated', { status: 'billed' }],
      ['invoice.updated', { status: 'sent', paid_date: null, amount_paid: null, open_amount: 100.5, balance: 100.5 }],
    ])
    const events = await told()
    expect(JSON.parse(events[2]?.data ?? '')).toEqual(draft)
    expect(events.at(-1)?.data).toBe(recordIn(await call('GET', path)))
  })

  it('tell of a deleted draft, which the list has as what is left of it', async () => {
    const { owner, call, told } = await firm(['invoice.created', 'invoice.deleted'])
    const draft = (await post(owner, { invoice_number: 'A-1' })).body.data
    const path = `/invoices/${String(draft['invoice_id'])}`
    const since = `/invoices?updated_since=${draft.updated_at}`
    expect((await owner.call('DELETE', path)).status).toBe(200)
    const events = await told()
    expect(events.map(({ kind }) => kind)).toEqual(['invoice.created', 'invoice.deleted'])
    const left: unknown = JSON.parse(events[1]?.data ?? '')
    const stamp = expect.toSatisfy((moment: string) => moment > draft.updated_at)
    expect(left).toEqual({ id: draft['invoice_id'], external_id: null, deleted_at: stamp, updated_at: stamp })
    expect((await call('GET', `${since}&include_deleted=true`)).rows).toEqual([left])
    expect((await call('GET', since)).rows).toEqual([])
    expect((await call('GET', path)).status).toBe(404)
    // An issued invoice stays.
    const issued = (await post(owner, { invoice_number: 'A-2', lines: [{ description: 'Fee', net: 1 }] })).body.data
    await put(owner, issued['invoice_id'], 'sent')
    expect((await owner.call('DELETE', `/invoices/${String(issued['invoice_id'])}`)).status).toBe(409)
    expect((await told()).filter(({ kind }) => kind === 'invoice.deleted')).toHaveLength(1)
  })

  it('without a currency follow that of the firm, each with a stamp of its own, and others do not', async () => {
    const { owner, call, told, brief } = await firm()
    const made = async (body: object) => (await post(owner, body)).body.data
    const drafts = [await made({}), await made({})]
    const pounds = await made({ currency: 'GBP' })
    await owner.call('PATCH', '/firm', { body: { currency: 'EUR' } })
    await owner.call('PATCH', '/firm', { body: { currency: 'EUR', city: 'Bonn' } })
    const changed = await call('GET', `/invoices?updated_since=${pounds['updated_at']}`)
    expect(changed.rows).toMatchObject(drafts.map(({ invoice_id }) => ({ invoice_id, currency: 'EUR' })))
    expect(changed.rows[0]?.['updated_at']).not.toBe(changed.rows[1]?.['updated_at'])
    expect((await brief()).slice(3)).toEqual(drafts.map(() => ['invoice.updated', { currency: null }]))
    expect((await told()).slice(3).map(({ data }) => JSON.parse(data))).toEqual(
      expect.arrayContaining([...changed.rows]),
    )
    const id = String(drafts[0]?.['invoice_id'])
    await put(owner, drafts[0]?.['invoice_id'], 'sent')
    await owner.call('PATCH', '/firm', { body: { currency: 'USD' } })
    // What was issued stays as it was issued.
    expect((await call('GET', `/invoices/${id}?fields=currency`)).body.data).toEqual({
      invoice_id: Number(id),
      currency: 'EUR',
    })
    expect((await call('GET', `/invoices/${String(pounds['invoice_id'])}`)).body.data).toMatchObject({
      currency: 'GBP',
    })
  })

  it('tell of nothing when they are refused', async () => {
    const { owner, brief } = await firm()
    const { invoice_id: id } = (await post(owner, {})).body.data
    const issue = (number: string) =>
      owner.call('POST', `/invoices/${String(id)}/issue`, { body: { invoice_number: number } })
    expect((await issue('DRAFT-1')).status).toBe(400)
    expect((await post(owner, { case_id: 999_999 })).status).toBe(400)
    expect(await brief()).toEqual([['invoice.created', null]])
  })

  it('that are made overdue by hand tell of it once for a due date that has passed, and not before', async () => {
    const { owner, workspaceId, told } = await firm(['invoice.overdue'])
    const make = async (number: string, dueDate: string | null, status: 'sent' | 'overdue' = 'sent') => {
      const json = await createInvoice(api.db, workspaceId, { number, total: 1, status, dueDate })
      return (JSON.parse(json) as { invoice_id: number }).invoice_id
    }
    const due = (id: number, dueDate: string) =>
      api.db.invoice.updateMany({ where: { invoice_id: id }, data: { due_date: new Date(dueDate) } })
    const late = await make('late', '2020-01-01')
    for (const status of ['overdue', 'overdue', 'sent', 'overdue']) await put(owner, late, status)
    await due(late, '2020-02-02')
    for (const status of ['sent', 'overdue', 'paid']) await put(owner, late, status)
    await put(owner, await make('later', '2999-01-01'), 'overdue')
    await put(owner, await make('never', null), 'overdue')
    await make('at once', '2020-01-01', 'overdue')
    const facts = (await told()).map(({ data, previous }) => {
      const { invoice_number: number, due_date: date, status } = JSON.parse(data) as Record<string, string>
      return [number, date, status, previous]
    })
    expect(facts).toEqual([
      ['late', '2020-01-01', 'overdue', null],
      ['late', '2020-02-02', 'overdue', null],
      ['at once', '2020-01-01', 'overdue', null],
    ])
  })
})

it('tells of what the dashboard does to many, and of a timer that is stopped', async () => {
  const { owner, call, brief } = await firm()
  const ids: number[] = []
  for (const title of ['a', 'b']) ids.push((await call('POST', '/matters', { title })).body.data.id)
  await owner.call('POST', '/matters/bulk-change', { body: { ids, changes: { status: 'On Hold' } } })
  await owner.call('POST', '/matters/bulk-preview', { body: { data: [{ external_id: 'x', title: 'x' }] } })
  await owner.call('POST', '/matters/bulk-delete', { body: { ids: [...ids, 999_999] } })
  await owner.call('PUT', '/timer', { body: { description: 'Call' } })
  await owner.call('POST', '/timer/stop', { body: {} })
  expect(await brief()).toEqual([
    ['matter.updated', { status: 'In Progress' }],
    ['matter.updated', { status: 'In Progress' }],
    ['matter.deleted', null],
    ['matter.deleted', null],
    ['time_entry.created', null],
  ])
})

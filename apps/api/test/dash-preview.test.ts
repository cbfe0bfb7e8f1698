import { int, json, orNull, text } from '@matterbase/db'
import { password } from '@matterbase/domain/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { signedInAs } from './dash-browser.ts'
import type { Member } from './dash-browser.ts'
import { startApi } from './harness.ts'
import type { Api } from './harness.ts'

let api: Api
let owner: Member

beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())
beforeEach(async () => {
  owner = await signedInAs(api)
})

const make = async (body: object, path = '/matters') => (await owner.call('POST', path, { body })).body.data
const preview = (data: readonly unknown[], member = owner, path = '/matters') =>
  member.call('POST', `${path}/bulk-preview`, { body: { data } })
/** What the owner did, without signing in. */
const audited = () => api.db.rows({ action: text, target: orNull(text), details: json(z.json()) })`
  SELECT action, target, details FROM audit_entries
  WHERE user_id = ${owner.userId}::text::uuid AND action <> 'session.started' ORDER BY id`
const fieldsOf = async () => (await owner.call('GET', '/matters')).rows

it('says what each row would do and does none of it', async () => {
  const same = await make({ title: 'Same', external_id: 'same', estimated_hours: 12.5 })
  const old = await make({ title: 'Old', external_id: 'old', status: 'On Hold' })
  const before = await fieldsOf()
  const { status, body } = await preview([
    { external_id: 'new', title: 'New' },
    { external_id: 'old', title: 'Newer', status: 'Settled' },
    { external_id: 'same', title: 'Same', estimated_hours: 12.5 },
    { external_id: 'bad', title: 'Bad', start_date: '2025-02-30' },
    { title: 'Without a name of its own' },
    'nonsense',
  ])
  expect([status, body['counts']]).toEqual([200, { created: 2, changed: 1, unchanged: 1, error: 2 }])
  expect(body['results']).toMatchObject([
    { outcome: 'created', id: null },
    {
      outcome: 'changed',
      id: old.id,
      changes: [
        { field: 'title', from: 'Old', to: 'Newer' },
        { field: 'status', from: 'On Hold', to: 'Settled' },
      ],
    },
    { outcome: 'unchanged', id: same.id, changes: [] },
    { outcome: 'error', details: [{ field: 'start_date' }] },
    { outcome: 'created', id: null },
    { outcome: 'error', code: 'invalid_body' },
  ])
  expect(await fieldsOf()).toEqual(before)
})

it('fires no event and writes no delivery', async () => {
  await owner.call('POST', '/webhooks', { body: { url: 'http://localhost:1/', events: ['matter.created'] } })
  const count = async () => {
    const [row] = await api.db.rows({
      n: int,
    })`SELECT (SELECT count(*) FROM events)::int + (SELECT count(*) FROM webhook_deliveries)::int AS n`
    return row?.n
  }
  const before = await count()
  await preview([{ external_id: 'a', title: 'A' }])
  expect(await count()).toBe(before)
})

const importing = (data: readonly unknown[], path = '/matters') =>
  owner.call('POST', `${path}/bulk-import`, { body: { data } })

it('imports what it previewed: new rows without an external_id, changes by external_id and by id', async () => {
  const old = await make({ title: 'Old', external_id: 'old' })
  const nameless = await make({ title: 'Nameless' })
  const data = [
    { title: 'New' },
    { title: 'New' },
    { external_id: 'old', title: 'Newer' },
    { id: nameless.id, created_at: nameless.created_at, title: 'Named' },
    { external_id: 'keyed', title: 'Keyed' },
    { external_id: 'keyed', title: 'Keyed again' },
    { id: old.id, title: 'Old by its ID' },
    { title: ' ' },
  ]
  const expected = { created: 3, changed: 2, unchanged: 0, error: 3 }
  const before = await preview(data)
  expect(before.body['counts']).toEqual(expected)
  const { body } = await importing(data)
  expect(body['counts']).toEqual(expected)
  expect(body['results']).toEqual(before.body['results'])
  expect(body['results']).toMatchObject([
    { outcome: 'created' },
    { outcome: 'created' },
    { outcome: 'changed', id: old.id },
    { outcome: 'changed', id: nameless.id },
    { outcome: 'created' },
    { outcome: 'error', details: [{ field: 'external_id', code: 'repeated' }] },
    { outcome: 'error', details: [{ field: 'id', code: 'repeated' }] },
    { outcome: 'error', details: [{ field: 'title' }] },
  ])
  expect((await fieldsOf()).map((row) => row['title'])).toEqual(['Newer', 'Named', 'New', 'New', 'Keyed'])
  expect(await audited()).toEqual([
    { action: 'matter.imported', target: 'matters', details: { created: 3, updated: 2, failed: 3 } },
  ])
})

it('takes an id only with the creation of its record, at least to the minute', async () => {
  const { id, created_at: created } = await make({ title: 'Nameless' })
  const { body } = await preview([
    { id, created_at: `${created.slice(0, 16)}:00.000Z`, title: 'Named' },
    { id, created_at: '2020-01-01T00:00:00.000Z', title: 'Of another workspace' },
  ])
  expect(body['results']).toMatchObject([
    { outcome: 'changed', id },
    { outcome: 'error', details: [{ field: 'id', code: 'other_record' }] },
  ])
})

it('imports the address for invoices with a client, and shows what changes in it', async () => {
  const billing = { street: 'Rheinweg 1', postal_code: '10115', city: 'Berlin', country: 'DE' }
  const rows = [
    { external_id: 'c-1', company_name: 'Krüger', ...billing },
    { company_name: 'Nowhere', country: 'Germany' },
  ]
  expect((await importing(rows, '/clients')).body['results']).toMatchObject([
    { outcome: 'created' },
    { outcome: 'error', details: [{ field: 'country' }] },
  ])
  const clients = (await owner.call('GET', '/clients')).rows
  expect(clients).toMatchObject([{ company_name: 'Krüger', ...billing }])
  const again = [{ external_id: 'c-1', city: 'Köln' }]
  expect((await importing(again, '/clients')).body['results']).toMatchObject([
    { outcome: 'changed', changes: [{ field: 'city', from: 'Berlin', to: 'Köln' }] },
  ])
  expect((await owner.call('GET', '/clients')).rows).toMatchObject([{ ...billing, city: 'Köln' }])
})

it('looks a row up by its id when it has no external_id', async () => {
  const { id } = await make({ title: 'Nameless' })
  const { id: second } = await make({ title: 'Second' })
  const { body } = await preview([
    { id, title: 'Nameless' },
    { id: second, title: 'Named' },
    { id: 999_999, title: 'Nobody' },
    { id, title: '' },
    { id, title: 'Again' },
  ])
  expect(body['results']).toMatchObject([
    { outcome: 'unchanged', id },
    { outcome: 'changed', id: second, changes: [{ field: 'title', from: 'Second', to: 'Named' }] },
    { outcome: 'error', details: [{ field: 'id', code: 'not_found' }] },
    { outcome: 'error', details: [{ field: 'title' }] },
    { outcome: 'error', details: [{ field: 'id', code: 'repeated' }] },
  ])
})

it('previews clients and time entries too', async () => {
  const clients = await preview([{ external_id: 'c', company_name: 'Doe' }], owner, '/clients')
  const entries = await preview([{ external_id: 't', duration: 1, case_id: 999_999 }], owner, '/time-entries')
  expect([clients.body['counts'], entries.body['counts']]).toMatchObject([{ created: 1 }, { error: 1 }])
})

it('refuses bad bodies, and members who may not write', async () => {
  for (const body of [{}, { data: 'x' }, { data: Array.from({ length: 201 }, () => ({})) }])
    expect((await owner.call('POST', '/matters/bulk-preview', { body })).status).toBe(400)
  for (const role of ['read-only', 'developer'] as const)
    expect((await preview([], await signedInAs(api, role, owner.account))).status).toBe(403)
})

it('changes many records at once and says which could not be and why', async () => {
  const [a, b] = [await make({ title: 'A', start_date: '2026-05-01' }), await make({ title: 'B' })]
  const body = { ids: [a.id, b.id, 999_999], changes: { end_date: '2026-04-01' } }
  const { body: answer } = await owner.call('POST', '/matters/bulk-change', { body })
  expect(answer['results']).toMatchObject([
    { id: a.id, ok: false, code: 'validation_failed', details: [{ field: 'end_date' }] },
    { id: b.id, ok: true },
    { id: 999_999, ok: false, code: 'not_found' },
  ])
  expect((await fieldsOf()).map((row) => row['end_date'])).toEqual([null, '2026-04-01'])
  const details = { fields: ['end_date'], ids: [b.id], failed: 2 }
  expect(await audited()).toEqual([{ action: 'matter.updated', target: `matter ${b.id}`, details }])
  const noSuch = { ids: [999_999], changes: { title: 'X' } }
  expect((await owner.call('POST', '/matters/bulk-change', { body: noSuch })).body['results']).toMatchObject([
    { ok: false },
  ])
  expect(await audited()).toHaveLength(1)
})

it('notes an import in the audit log by its counts, and none that changed nothing or was only tried', async () => {
  await make({ title: 'Old', external_id: 'old' })
  const data = [{ external_id: 'new', title: 'New' }, { external_id: 'old', title: 'Newer' }, { title: 'Nameless' }]
  await preview(data)
  await owner.call('POST', '/matters/bulk', { body: { data: data.slice(2) } })
  await owner.call('POST', '/matters/bulk?atomic=true', { body: { data } })
  expect(await audited()).toEqual([])
  await owner.call('POST', '/matters/bulk', { body: { data } })
  const details = { created: 1, updated: 1, failed: 1 }
  expect(await audited()).toEqual([{ action: 'matter.imported', target: 'matters', details }])
})

it('deletes many records, those with dependents only when told to unlink them', async () => {
  const [a, b] = [await make({ title: 'A' }), await make({ title: 'B' })]
  await make({ case_id: a.id, duration: 1 }, '/time-entries')
  const remove = (query = '') => owner.call('POST', `/matters/bulk-delete${query}`, { body: { ids: [a.id, b.id] } })
  expect((await remove()).body['results']).toMatchObject([
    { id: a.id, ok: false, code: 'has_dependents', dependents: { matters: 0, time_entries: 1, expenses: 0 } },
    { id: b.id, ok: true },
  ])
  expect((await remove('?force=true')).body['results']).toMatchObject([{ ok: true }, { ok: false, code: 'not_found' }])
  expect(await fieldsOf()).toEqual([])
  expect(await audited()).toMatchObject([
    { action: 'matter.deleted', target: `matter ${b.id}` },
    { action: 'matter.deleted', target: `matter ${a.id}` },
  ])
})

it('touches no record of another account', async () => {
  const { id } = await make({ title: 'Mine' })
  const stranger = await signedInAs(api)
  const many = await stranger.call('POST', '/matters/bulk-delete', { body: { ids: [id] } })
  expect(many.body['results']).toMatchObject([{ ok: false, code: 'not_found' }])
  expect((await preview([{ id, title: 'x' }], stranger)).body['counts']).toMatchObject({ error: 1 })
})

const csvOf = (query = '', member = owner, path = '/matters') => member.call('POST', `${path}/export${query}`)

it('exports what a filter leaves, page after page, and notes it in the audit log', async () => {
  const data = Array.from({ length: 450 }, (_, at) => ({
    external_id: `m${at}`,
    title: `M${at}`,
    status: at % 2 ? 'Settled' : 'On Hold',
  }))
  for (const from of [0, 200, 400])
    await owner.call('POST', '/matters/bulk', { body: { data: data.slice(from, from + 200) } })
  const { status, text, headers } = await csvOf('?status=Settled')
  expect([status, headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8'])
  const lines = text.trimEnd().split('\r\n')
  expect(lines).toHaveLength(226)
  expect(lines[0]).toBe(
    'id,title,description,case_category,service_type,status,official_case_number,case_type,client_id,estimated_hours,estimated_budget_min,estimated_budget_max,start_date,end_date,external_id,metadata,number,billing_method,created_at,updated_at,responsible_user_id,originating_user_id',
  )
  expect(new Set(lines).size).toBe(226)
  expect(await audited()).toContainEqual({
    action: 'data.exported',
    target: 'matters.csv',
    details: { status: 'Settled' },
  })
})

it('writes metadata as JSON into one cell, which is empty without any', async () => {
  await make({ title: 'With metadata', metadata: { erp_id: 'A"1' } })
  await make({ title: 'Without metadata', external_id: null })
  const { text } = await csvOf()
  expect(text).toMatch(/,With metadata,.*,"\{""erp_id"":""A\\""1""\}",/)
  expect(text).toMatch(/,Without metadata,[^{}]*\r\n/)
})

it('writes no byte order mark, quotes what must be and disarms formulas', async () => {
  for (const title of ['=1+1', '+a', '-b', '@c', "'=d", 'x,"y"\nz', 'Żółć']) await make({ title })
  const { text } = await csvOf()
  expect(text.charCodeAt(0)).toBe('i'.charCodeAt(0))
  for (const cell of [`,"'=1+1",`, `,"'+a",`, `,"'-b",`, `,"'@c",`, `,"''=d",`, ',"x,""y""\nz",', ',Żółć,'])
    expect(text).toContain(cell)
})

it('writes a file for the spreadsheet of the firm, with names next to ids', async () => {
  await owner.call('PATCH', '/firm', { body: { locale: 'de-DE', time_zone: 'Europe/Berlin', currency: 'EUR' } })
  const client = await make({ company_name: 'Müller; Söhne' }, '/clients')
  const matter = await make({ title: 'Krüger', client_id: client.id, start_date: '2026-03-14', estimated_hours: 1.5 })
  const entry = { case_id: matter.id, duration: 0.25, start_time: '2026-03-14T09:30:00Z', description: '=1+1' }
  await make(entry, '/time-entries')
  const matters = await csvOf('?format=spreadsheet')
  expect(matters.text).toMatch(/^id;title;.*;client_id;client;/)
  expect(matters.text).toContain(`;${client.id};"Müller; Söhne";1,5;;;14.03.2026;;;`)
  const entries = await csvOf('?format=spreadsheet', owner, '/time-entries')
  expect(entries.text).toContain(
    `;${matter.id};Krüger;${client.id};"Müller; Söhne";"'=1+1";0,25;14.03.2026;14.03.2026 10:30:00;;WAHR;`,
  )
  const chosen = await csvOf(`?format=spreadsheet&ids=${matter.id}`)
  expect(chosen.text).toBe(matters.text)
  expect((await csvOf('?format=pdf')).status).toBe(400)
  expect((await csvOf()).text).toMatch(/^id,title,/)
})

it('exports chosen records, and invoices', async () => {
  const [a, , c] = [await make({ title: 'A' }), await make({ title: 'B' }), await make({ title: 'C' })]
  const { text } = await csvOf(`?ids=${c?.id},${a.id},999999`)
  expect(
    text
      .split('\r\n')
      .slice(1)
      .map((line) => line.split(',')[1]),
  ).toEqual(['C', 'A', undefined])
  expect((await csvOf('', owner, '/invoices')).text).toMatch(/^invoice_id,invoice_number,/)
})

it('refuses bad filters before a byte is sent, and those who may not read', async () => {
  for (const query of ['?status=Gone', '?planet=1', '?ids=1,x', '?sort=planet'])
    expect((await csvOf(query)).status).toBe(400)
  expect((await csvOf('', await signedInAs(api, 'developer', owner.account))).status).toBe(403)
  expect((await csvOf('', await signedInAs(api, 'read-only', owner.account))).status).toBe(200)
  expect((await owner.call('POST', '/matters/export', { headers: { 'sec-fetch-site': 'cross-site' } })).status).toBe(
    403,
  )
  expect((await api.request('POST', '/dash/v1/live/matters/export')).status).toBe(401)
})

it('exports a whole live list only soon after the password was typed; test data and chosen records at any time', async () => {
  const { id } = await make({ title: 'A' })
  await api.db.run`
    UPDATE sessions SET authenticated_at = now() - interval '11 minutes' WHERE user_id = ${owner.userId}::text::uuid`
  const refused = await csvOf()
  expect([refused.status, refused.body.code]).toEqual([403, 'password_needed'])
  expect((await csvOf(`?ids=${id}`)).status).toBe(200)
  expect((await owner.call('POST', '/matters/export', { environment: 'test' })).status).toBe(200)
  const headers = { cookie: owner.cookie }
  await api.request('POST', '/dash/v1/re-authenticate', { body: { password }, headers })
  expect((await csvOf()).status).toBe(200)
})

it('tells of the next page in the body alone', async () => {
  await Promise.all(['A', 'B'].map((title) => make({ title })))
  const { body, headers } = await owner.call('GET', '/matters?limit=1')
  expect([typeof body['next_cursor'], headers.get('link')]).toEqual(['string', null])
})

describe('a file of another program', () => {
  it('connects matters and work with clients and matters by external_id, number, name or title', async () => {
    const owner = await signedInAs(api)
    const row = async (path: string, data: object[], how = 'bulk-import') => {
      const { body } = await owner.call('POST', `/${path}/${how}`, { body: { data } })
      return body['results'] as { outcome: string; id: number | null; details?: { field: string; code: string }[] }[]
    }
    await row('clients', [
      { external_id: 'cl-3', company_name: 'Hale Bakeries' },
      { external_id: 'cl-4', company_name: 'Roe' },
      { external_id: 'cl-5', company_name: 'Roe' },
    ])
    const clients = (await owner.call('GET', '/clients')).rows
    const idOf = (externalId: string) => clients.find((one) => one['external_id'] === externalId)?.id
    const matters = [
      { external_id: 'm-1', title: 'Hale v. Roe', number: '001/26', client_external_id: 'cl-3' },
      { external_id: 'm-2', title: 'Lease', client_name: 'hale bakeries' },
      { external_id: 'm-3', title: 'A', client_external_id: 'cl-9' },
      { external_id: 'm-4', title: 'A', client_name: 'Roe' },
      { external_id: 'm-5', title: 'A', client_external_id: 'cl-3', client_name: 'Unknown Ltd' },
      { external_id: 'm-6', title: 'A', client_external_id: 'cl-3', client_id: idOf('cl-4') },
    ]
    for (const how of ['bulk-preview', 'bulk-import']) {
      const results = await row('matters', matters, how)
      expect(
        results.map(({ outcome, details = [] }) => [outcome, ...details.map(({ field, code }) => `${field} ${code}`)]),
      ).toEqual([
        ['created'],
        ['created'],
        ['error', 'client_external_id not_found'],
        ['error', 'client_name ambiguous'],
        ['error', 'client_name not_found'],
        ['error', 'client_external_id mismatch'],
      ])
    }
    const made = (await owner.call('GET', '/matters')).rows
    expect(made.map((one) => [one['title'], one['client_id']])).toEqual([
      ['Hale v. Roe', idOf('cl-3')],
      ['Lease', idOf('cl-3')],
    ])
    const time = [
      { case_number: '001/26', duration: 1 },
      { case_title: 'lease', duration: 2 },
      { case_external_id: 'm-2', duration: 3 },
      { case_title: 'None', duration: 4 },
      { client_external_id: 'cl-4', duration: 5 },
    ]
    const entries = await row('time-entries', time)
    expect(entries.map(({ outcome }) => outcome)).toEqual(['created', 'created', 'created', 'error', 'created'])
    const [first, second] = made
    const recorded = (await owner.call('GET', '/time-entries')).rows
    expect(recorded.map((one) => [one['duration'], one['case_id'], one['client_id']])).toEqual([
      [1, first?.id, idOf('cl-3')],
      [2, second?.id, idOf('cl-3')],
      [3, second?.id, idOf('cl-3')],
      [5, null, idOf('cl-4')],
    ])
    expect((await row('expenses', [{ case_number: '001/26', unit_price: 5 }]))[0]?.outcome).toBe('created')
  })
})

import { createKey } from '@matterbase/domain/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { signedInAs } from './dash-browser.ts'
import type { Member } from './dash-browser.ts'
import { startApi } from './harness.ts'
import type { Api } from './harness.ts'

let api: Api
let owner: Member
let matterId: number
let clientId: number

interface Found {
  readonly kind: string
  readonly id: string
  readonly title: string
}

beforeAll(async () => {
  api = await startApi()
  owner = await signedInAs(api)
  const client = {
    company_name: 'Żółć & Doe Ltd',
    contact_person: 'Jane Roe',
    email: 'jane@doe.example',
    external_id: 'crm-7',
  }
  clientId = (await owner.call('POST', '/clients', { body: client })).body.data.id
  const matter = {
    title: 'Doe v. Halliburton',
    official_case_number: '2026-CV-1',
    external_id: 'ext/42',
    client_id: clientId,
  }
  matterId = (await owner.call('POST', '/matters', { body: matter })).body.data.id
  await owner.call('POST', '/matters', { body: { title: 'Unrelated' } })
  await owner.call('POST', '/leads', { body: { leadData: { first_name: 'Dorothy', email: 'dot@example.com' } } })
  await owner.call('POST', '/time-entries', { body: { description: 'Call', duration: 1, external_id: 'te-1' } })
})
afterAll(() => api.close())

const find = async (q: string, member = owner, more = '') => {
  const reply = await member.call('GET', `/search?q=${encodeURIComponent(q)}${more}`)
  return reply.rows as unknown as Found[]
}
const kindsOf = async (q: string, member = owner) => (await find(q, member)).map(({ kind }) => kind)

it('finds matters and clients by a word and by the beginning of the last one', async () => {
  for (const q of ['doe', 'DOE', 'do', 'doe '])
    expect([q, (await kindsOf(q)).slice(0, 2)]).toEqual([q, ['matter', 'client']])
  expect(await find('doe halli')).toMatchObject([{ kind: 'matter', id: String(matterId), title: 'Doe v. Halliburton' }])
  expect(await find('halli doe')).toMatchObject([{ kind: 'matter', id: String(matterId) }])
  expect(await find('żół')).toMatchObject([{ kind: 'client', id: String(clientId) }])
  expect(await find('doe zebra')).toEqual([])
})

it('finds one or two letters at the beginning of a word, and more of them anywhere in it', async () => {
  expect(await kindsOf('ja')).toEqual(['client'])
  expect(await kindsOf('an')).toEqual([])
  expect((await find('burton')).map(({ title }) => title)).toEqual(['Doe v. Halliburton'])
  expect(await kindsOf('jan.')).toEqual(['client'])
})

it('goes straight to a record by its id, external_id or email', async () => {
  expect((await find('ext/42'))[0]).toMatchObject({ kind: 'matter', id: String(matterId) })
  expect((await find('crm-7'))[0]).toMatchObject({ kind: 'client', id: String(clientId) })
  expect((await find('te-1'))[0]).toMatchObject({ kind: 'time_entry' })
  expect((await find(`#${matterId}`))[0]).toMatchObject({ kind: 'matter', id: String(matterId) })
  expect((await find('dot@example.com'))[0]).toMatchObject({ kind: 'lead' })
})

it('finds keys by name and by the key itself, and requests by their id', async () => {
  const { id, key } = await createKey(api.db, {
    email: owner.account,
    name: 'Accounting sync',
    environment: 'live',
    tier: 'free',
    scopes: ['matters:read'],
  })
  expect(await find('accounting')).toMatchObject([{ kind: 'key', id: String(id) }])
  const byText = await owner.call('POST', '/search/key', { body: { key } })
  expect(byText.rows).toMatchObject([{ kind: 'key', id: String(id) }])
  const strangers = await (await signedInAs(api)).call('POST', '/search/key', { body: { key } })
  expect(strangers.rows).toEqual([])
  await api.db.run`
    INSERT INTO request_logs (workspace_id, request_id, api_key_id, at, method, path, status, duration_ms)
    SELECT workspace_id, 'req-abc', id, now(), 'GET', '/matters', 200, 1 FROM api_keys WHERE id = ${id}`
  expect(await find('req-abc')).toMatchObject([{ kind: 'request', id: 'req-abc', title: 'GET /matters' }])
})

it('takes what would be a pattern or a query as text', async () => {
  for (const q of ['%', '_', String.raw`\\`, "'", "doe:* | !x'", '& |', "\\'", '100%', '​'])
    expect([q, (await owner.call('GET', `/search?q=${encodeURIComponent(q)}`)).status]).toEqual([q, 200])
  expect(await find('%')).toEqual([])
})

it('refuses nothing, blanks and too much', async () => {
  for (const q of ['', '%20', 'x'.repeat(256), '%00'])
    expect([q, (await owner.call('GET', `/search?q=${q}`)).status]).toEqual([q, 400])
  expect((await owner.call('GET', '/search')).status).toBe(400)
  expect((await owner.call('GET', '/search?q=x&kind=planet')).status).toBe(400)
})

it('narrows to one kind', async () => {
  expect((await find('doe', owner, '&kind=client')).map(({ kind }) => kind)).toEqual(['client'])
})

it('shows nobody what their role or their workspace does not let them read', async () => {
  expect(await kindsOf('doe', await signedInAs(api, 'developer', owner.account))).toEqual([])
  expect(await kindsOf('accounting', await signedInAs(api, 'lawyer', owner.account))).toEqual([])
  expect(await kindsOf('doe', await signedInAs(api))).toEqual([])
  const inTest = await owner.call('GET', '/search?q=doe', { environment: 'test' })
  expect(inTest.rows).toEqual([])
})

it('tells the names behind ids, of those that may be known', async () => {
  const path = `/names?matters=${matterId},999999&clients=${clientId}`
  expect((await owner.call('GET', path)).body).toEqual({
    matters: [{ id: matterId, name: 'Doe v. Halliburton' }],
    clients: [{ id: clientId, name: 'Żółć & Doe Ltd' }],
  })
  const developer = await signedInAs(api, 'developer', owner.account)
  expect((await developer.call('GET', path)).body).toEqual({ matters: [], clients: [] })
  expect((await owner.call('GET', '/names?matters=1,x')).status).toBe(400)
})

it('names the member who changed a record last, alone or together with others', async () => {
  const lawyer = await signedInAs(api, 'lawyer', owner.account)
  const create = async () => (await owner.call('POST', '/matters', { body: { title: 'Edited' } })).body.data.id
  const ids = [await create(), await create()]
  const editorOf = async (id: number) => (await owner.call('GET', `/last-change?path=matters&id=${id}`)).body['by']
  expect(await editorOf(ids[0] ?? 0)).toBeNull()
  await lawyer.call('PATCH', `/matters/${ids[0]}`, { body: { title: 'Edited by a lawyer' } })
  expect(await Promise.all(ids.map(editorOf))).toEqual(['lawyer', null])
  await owner.call('POST', '/matters/bulk-change', { body: { ids, changes: { end_date: '2026-04-01' } } })
  expect(await Promise.all(ids.map(editorOf))).toEqual(['Test', 'Test'])
})

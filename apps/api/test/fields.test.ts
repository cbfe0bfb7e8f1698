import { findWorkspace } from '@matterbase/domain'
import { createCreditNote, createInvoice, recordPayment } from '@matterbase/domain/testing'
import { recordContracts } from '@matterbase/schemas'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApi } from './harness.ts'
import type { Api } from './harness.ts'
import { newRecordBody } from './new-record-body.ts'

let api: Api
let email: string
let key: string

beforeAll(async () => {
  api = await startApi()
  email = await api.account()
  key = await api.key({ email })
})
afterAll(() => api.close())

type Row = Readonly<Record<string, unknown>>

/** Makes two records of each synced resource, and answers the whole of the first. */
const resources = [
  ...Object.values(recordContracts).map((contract) => ({
    path: contract.path,
    id: 'id',
    member: 'data',
    async make(): Promise<Row> {
      const body = () => newRecordBody(api, key, contract, 'Zoë said "no\\yes"')
      const { data } = (await api.call('POST', `/${contract.path}`, { key, body: await body() })).body
      await api.call('POST', `/${contract.path}`, { key, body: await body() })
      return data
    },
  })),
  {
    path: 'invoices',
    id: 'invoice_id',
    member: 'data',
    async make(): Promise<Row> {
      const workspaceId = await findWorkspace(api.db, email, 'live')
      await createInvoice(api.db, workspaceId, { number: 'INV-2', total: 1 })
      return JSON.parse(await createInvoice(api.db, workspaceId, { number: 'INV-1', total: 12.345678 })) as Row
    },
  },
  {
    path: 'payments',
    id: 'id',
    member: 'data',
    async make(): Promise<Row> {
      const workspaceId = await findWorkspace(api.db, email, 'live')
      await recordPayment(api.db, workspaceId, { reference: 'One' })
      const id = await recordPayment(api.db, workspaceId, { reference: 'Zoë said "no\\yes"' })
      return (await api.call('GET', `/payments/${id}`, { key })).body.data
    },
  },
  {
    path: 'credit-notes',
    id: 'id',
    member: 'data',
    async make(): Promise<Row> {
      const workspaceId = await findWorkspace(api.db, email, 'live')
      await createCreditNote(api.db, workspaceId, { reason: 'One' })
      const id = await createCreditNote(api.db, workspaceId, { reason: 'Zoë said "no\\yes"' })
      return (await api.call('GET', `/credit-notes/${id}`, { key })).body.data
    },
  },
  {
    path: 'leads',
    id: 'lead_id',
    member: 'leads',
    async make(): Promise<Row> {
      for (const name of ['Ada', 'Grace'])
        await api.call('POST', '/leads', { key, body: { leadData: { first_name: name } } })
      return (await api.call('GET', '/leads?limit=1', { key })).body['leads'] as Row
    },
  },
]

const only = (row: Row, names: readonly string[]) =>
  Object.fromEntries(Object.entries(row).filter(([name]) => names.includes(name)))
const get = (path: string, headers = {}) => api.call('GET', path, { key, headers })

describe.each(resources)('fields of /$path', ({ path, id, member, make }) => {
  const rows = async (query: string) => (await get(`/${path}${query}`)).body[member] as Row[]

  it('answers these members and the id, as the whole record has them, in its order', async () => {
    await make()
    const whole = await rows('?limit=200')
    const names = Object.keys(whole[0] ?? {})
    for (const wanted of [[names[1]], [names.at(-1), names[2], names[2]], [id], names]) {
      const expected = whole.map((row) => only(row, [id, ...wanted.map(String)]))
      expect(JSON.stringify(await rows(`?limit=200&fields=${wanted.join(',')}`))).toBe(JSON.stringify(expected))
    }
    if (path === 'leads') return
    const [first = {}] = whole
    const single = await get(`/${path}/${String(first[id])}?fields=${names[2]}&fields=${names[1]}`)
    expect(single.text).toBe(JSON.stringify({ data: only(first, [id, String(names[1]), String(names[2])]) }))
  })

  it('refuses a name that there is not, and says which there are', async () => {
    const places = path === 'leads' ? [`/${path}`] : [`/${path}`, `/${path}/987654321`]
    for (const place of places)
      for (const names of ['colour', `${id},colour`, '', 'json', 'workspace_id']) {
        const reply = await get(`${place}?fields=${names}`)
        expect([names, reply.status, reply.body['details']]).toMatchObject([
          names,
          400,
          [{ field: 'fields', code: 'invalid_value', message: expect.stringContaining(`"${id}"`) }],
        ])
      }
  })

  it('walks from page to page with the link of each, which carries them', async () => {
    const whole = (await rows('?limit=200')).map((row) => only(row, [id, 'updated_at']))
    const walked: Row[] = []
    for (let next = `/${path}?limit=1&fields=updated_at`; next;) {
      const reply = await get(next)
      walked.push(...(reply.body[member] as Row[]))
      next = /<http:\/\/localhost\/api\/v1(.+?)>/.exec(reply.headers.get('link') ?? '')?.[1] ?? ''
    }
    expect(walked).toEqual(whole)
  })
})

it('has a tag of its own, which another field does not change', async () => {
  const { data } = (await api.call('POST', '/matters', { key, body: { title: 'Estate of Moss' } })).body
  for (const at of [`/matters/${data.id}?fields=title`, `/matters?ids=${data.id}&fields=title`]) {
    const tag = String((await get(at)).headers.get('etag'))
    expect(tag).not.toBe((await get(at.replace('fields=title', 'fields=status'))).headers.get('etag'))
    const again = () => get(at, { 'if-none-match': tag })
    await api.call('PATCH', `/matters/${data.id}`, { key, body: { description: at } })
    expect((await again()).status).toBe(304)
    await api.call('PATCH', `/matters/${data.id}`, { key, body: { title: at } })
    expect((await again()).status).toBe(200)
    const stale = { 'if-match': String((await get(`/matters/${data.id}?fields=title`)).headers.get('etag')) }
    const refused = await api.call('PATCH', `/matters/${data.id}`, { key, body: { title: 'c' }, headers: stale })
    expect(refused.status).toBe(412)
  }
})

it('stands beside what expand asks for, and leaves what is left of a deleted record whole', async () => {
  const client = (await api.call('POST', '/clients', { key, body: { company_name: 'Fern Ltd' } })).body.data
  const made = []
  for (const title of ['a', 'b'])
    made.push((await api.call('POST', '/matters', { key, body: { title, client_id: client.id } })).body.data)
  const [kept, gone] = made
  await api.call('DELETE', `/matters/${gone?.id}`, { key })
  const shown = { id: kept?.id, title: 'a', client }
  expect((await get(`/matters/${kept?.id}?fields=title&expand=client`)).body.data).toEqual(shown)
  const since = `updated_since=${client.updated_at}&include_deleted=true`
  expect((await get(`/matters?${since}&fields=title&expand=client`)).rows).toEqual([
    shown,
    { id: gone?.id, external_id: null, deleted_at: expect.any(String), updated_at: expect.any(String) },
  ])
})

it('shows nothing of another workspace, and needs the scope to read', async () => {
  const { data } = (await api.call('POST', '/matters', { key, body: { title: 'a' } })).body
  const other = await api.key({ email, environment: 'test' })
  const scopeless = await api.key({ email, scopes: [] })
  expect((await api.call('GET', `/matters/${data.id}?fields=title`, { key: other })).status).toBe(404)
  expect((await api.call('GET', '/matters?fields=title', { key: other })).rows).toEqual([])
  expect((await api.call('GET', '/matters?fields=title', { key: scopeless })).status).toBe(403)
})

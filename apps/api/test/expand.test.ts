import { findWorkspace } from '@matterbase/domain'
import { createInvoice } from '@matterbase/domain/testing'
import { contract, recordContracts, scopes } from '@matterbase/schemas'
import type { Scope } from '@matterbase/schemas'
import { recordBody } from '@matterbase/schemas/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApi } from './harness.ts'
import type { Api } from './harness.ts'
import { startRecorder } from './list-plans.ts'

let api: Api
let email: string
let key: string

beforeAll(async () => {
  api = await startApi()
  email = await api.account()
  key = await api.key({ email, tier: 'pro' })
})
afterAll(() => api.close())

const contractOf = (path: string) => {
  const found = Object.values(recordContracts).find((one) => one.path === path)
  if (!found) throw new Error(`${path} is no record`)
  return found
}

async function make(path: string, more: object = {}, own = key) {
  const body = { ...recordBody(contractOf(path), 'Estate of Moss'), ...more }
  const reply = await api.call('POST', `/${path}`, { key: own, body })
  expect(reply.status, reply.text).toBe(201)
  return reply.body.data
}

const get = async (path: string, own = key) => (await api.call('GET', path, { key: own })).body.data

const referring = Object.values(recordContracts)
  .filter(({ relations }) => Object.keys(relations).length > 0)
  // Users are not records: users.test.ts.
  .map(({ path, relations }) => ({
    path,
    relations: Object.entries(relations).filter(([, { references }]) => references !== 'users'),
  }))

describe.each(referring)('expand of /$path', ({ path, relations }) => {
  const all = relations.map(([name]) => name).join(',')

  it('puts the records in place of which it has the ids, on get and on lists, and null where there is none', async () => {
    const related = await Promise.all(
      relations.map(async ([name, { references, column }]) => ({
        name,
        column,
        to: references,
        ...(await make(references)),
      })),
    )
    // Work on a matter has the client of the matter.
    const idOf = (path: string) => related.find(({ to }) => to === path)?.id
    const body = { client_id: idOf('clients') }
    if (idOf('matters') && body.client_id) await api.call('PATCH', `/matters/${idOf('matters')}`, { key, body })
    const ids = Object.fromEntries(related.map(({ column, id }) => [column, id]))
    const [full, empty] = [
      await make(path, ids),
      await make(path, Object.fromEntries(related.map(({ column }) => [column, null]))),
    ]
    const records = await Promise.all(
      related.map(async ({ name, to, id }) => [name, await get(`/${to}/${id}`)] as const),
    )
    const expected = { ...(await get(`/${path}/${full.id}`)), ...Object.fromEntries(records) }
    const nothing = {
      ...(await get(`/${path}/${empty.id}`)),
      ...Object.fromEntries(records.map(([name]) => [name, null])),
    }
    expect(await get(`/${path}/${full.id}?expand=${all}`)).toEqual(expected)
    expect(await get(`/${path}/${empty.id}?expand=${all}`)).toEqual(nothing)
    const list = await api.call('GET', `/${path}?ids=${full.id},${empty.id}&expand=${all}`, { key })
    expect(list.rows).toEqual([expected, nothing])
    expect(Object.keys((await get(`/${path}/${full.id}?expand=${relations[0]?.[0]}`)) as object)).toHaveLength(
      Object.keys(expected).length - relations.length + 1,
    )
  })

  it('takes the name that such records go by everywhere', async () => {
    for (const [name, { references, column }] of relations) {
      const { id } = await make(references)
      const record = await make(path, { [column]: id })
      const reply = await api.call('GET', `/${path}/${record.id}?expand=${contractOf(references).noun}`, { key })
      expect([reply.status, (reply.body.data[name] as { id: number }).id]).toEqual([200, id])
    }
  })

  it('needs the scope to read what is referred to, and names it', async () => {
    const { id } = await make(path)
    for (const [name, { references }] of relations) {
      const { scope } = contractOf(references).operations.get
      const own = contractOf(path).operations.get.scope
      if (scope === own) continue
      const without = await api.key({ email, scopes: scopes.filter((one: Scope) => one !== scope) })
      for (const at of [`/${path}/${id}?expand=${name}`, `/${path}?expand=${name}`]) {
        const reply = await api.call('GET', at, { key: without })
        expect([reply.status, reply.body.code, reply.headers.get('www-authenticate')]).toEqual([
          403,
          'insufficient_scope',
          `Bearer error="insufficient_scope", scope="${scope}"`,
        ])
        expect(reply.body.error).toContain(scope)
      }
      expect((await api.call('GET', `/${path}/${id}`, { key: without })).status).toBe(200)
    }
  })

  it('answers 400 to other names and says which there are', async () => {
    const { id } = await make(path)
    for (const at of [`/${path}/${id}`, `/${path}`])
      for (const name of ['nobody', `${all},nobody`, ''])
        expect((await api.call('GET', `${at}?expand=${name}`, { key })).body).toMatchObject({
          code: 'validation_failed',
          details: [{ field: 'expand', message: expect.stringContaining(`"${relations[0]?.[0]}"`) }],
        })
  })

  it('has another tag once what is referred to has changed, and 304 until then', async () => {
    for (const [name, { references, column }] of relations) {
      const { id } = await make(references)
      const record = await make(path, { [column]: id })
      for (const at of [`/${path}/${record.id}?expand=${name}`, `/${path}?ids=${record.id}&expand=${name}`]) {
        const tag = String((await api.call('GET', at, { key })).headers.get('etag'))
        const again = () => api.call('GET', at, { key, headers: { 'if-none-match': tag } })
        expect((await again()).status).toBe(304)
        await api.call('PATCH', `/${references}/${id}`, { key, body: { external_id: `${at} ${name}` } })
        expect((await again()).status).toBe(200)
        await api.call('PATCH', `/${references}/${id}`, { key, body: { external_id: null } })
      }
    }
  })

  it('shows nothing of a record that is deleted or of another workspace', async () => {
    const { id } = await make(path)
    const other = await api.key({ email, environment: 'test' })
    expect((await api.call('GET', `/${path}/${id}?expand=${all}`, { key: other })).status).toBe(404)
    await api.call('DELETE', `/${path}/${id}?force=true`, { key })
    expect((await api.call('GET', `/${path}/${id}?expand=${all}`, { key })).status).toBe(404)
  })
})

it('goes from page to page with the link of each, and leaves tombstones as they are', async () => {
  const own = await api.key()
  const client = await make('clients', { company_name: 'Fern Ltd' }, own)
  const matters = []
  for (const title of ['a', 'b', 'c']) matters.push(await make('matters', { title, client_id: client.id }, own))
  const first = await api.call('GET', '/matters?limit=2&expand=client', { key: own })
  const next = /<http:\/\/localhost\/api\/v1(.+?)>/.exec(first.headers.get('link') ?? '')?.[1] ?? ''
  expect(next).toContain('expand=client')
  const second = await api.call('GET', next, { key: own })
  expect([...first.rows, ...second.rows].map((row) => row['client'])).toEqual([client, client, client])
  // How records are shown is no part of the cursor.
  const plain = await api.call('GET', `/matters?cursor=${String(first.body['next_cursor'])}`, { key: own })
  expect(plain.rows).toEqual([matters[2]])

  await api.call('DELETE', `/matters/${matters[0]?.id}`, { key: own })
  const since = `updated_since=${matters[1]?.updated_at}&include_deleted=true&expand=client`
  const changed = await api.call('GET', `/matters?${since}`, { key: own })
  expect(changed.rows).toEqual([
    { ...matters[2], client },
    { id: matters[0]?.id, external_id: null, deleted_at: expect.any(String), updated_at: expect.any(String) },
  ])
})

it('asks the database once for a page, however many records refer to others', async () => {
  const recorder = await startRecorder(api)
  try {
    const client = await make('clients')
    for (const title of ['a', 'b', 'c']) await make('matters', { title, client_id: client.id })
    expect(await recorder.statementsOf('clients', '/matters?expand=client', key)).toHaveLength(1)
    expect(await recorder.statementsOf('matters', '/matters?expand=client', key)).toHaveLength(1)
  } finally {
    await recorder.close()
  }
})

it('puts matter and client beside the ids of an invoice', async () => {
  const workspaceId = await findWorkspace(api.db, email, 'live')
  const client = await make('clients')
  const matter = await make('matters', { client_id: client.id })
  const { invoice_id: id } = JSON.parse(
    await createInvoice(api.db, workspaceId, { number: 'INV-1', total: 10, caseId: matter.id, clientId: client.id }),
  ) as { invoice_id: number }
  const plain = await get(`/invoices/${id}`)
  expect(await get(`/invoices/${id}?expand=case,client`)).toEqual({ ...plain, case: matter, client })
  expect((await api.call('GET', `/invoices?ids=${id}&expand=client`, { key })).rows).toEqual([{ ...plain, client }])
  const own = await api.key({ email, scopes: [contract.invoices.get.scope] })
  expect((await api.call('GET', `/invoices/${id}?expand=case`, { key: own })).body.code).toBe('insufficient_scope')
})

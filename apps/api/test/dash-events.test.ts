import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { int } from '@matterbase/db'
import { join, signIn } from './dash-browser.ts'
import type { Browser } from './dash-browser.ts'
import { startApi } from './harness.ts'
import type { Api } from './harness.ts'

let api: Api
let owner: Browser

beforeAll(async () => {
  api = await startApi()
  owner = await signIn(api)
})
afterAll(() => api.close())

const events = async (query = '', session = owner) => (await session.call('GET', `/test/events${query}`)).rows
const create = async (path: string, body: object) => (await owner.call('POST', `/test${path}`, { body })).body
const latest = async (kind: string, session = owner) => {
  const [event] = await events(`?kind=${kind}`, session)
  return (await session.call('GET', `/test/events/${String(event?.id)}`)).body.data
}

it('lists what happened, newest first, with what became of it at each endpoint', async () => {
  const mine = await signIn(api)
  const url = 'https://example.com/hook'
  for (const kinds of [['matter.created'], ['matter.created', 'client.created']])
    await mine.call('POST', '/test/webhooks', { body: { url, events: kinds } })
  await mine.call('POST', '/test/matters', { body: { title: 'Hale' } })
  await mine.call('POST', '/test/clients', { body: { email: 'a@example.com' } })
  const rows = await events('', mine)
  expect(rows.map(({ kind, deliveries }) => [kind, (deliveries as object[]).length])).toEqual([
    ['client.created', 1],
    ['matter.created', 2],
  ])
  expect(rows[1]?.['deliveries']).toMatchObject([
    { url, status: 'pending', attempt_count: 0, last_status_code: null },
    { url, status: 'pending' },
  ])
  expect((await events('?kind=client.created', mine)).map(({ kind }) => kind)).toEqual(['client.created'])
  const page = await mine.call('GET', '/test/events?limit=1')
  expect((await events(`?limit=1&cursor=${String(page.body['next_cursor'])}`, mine))[0]?.id).toBe(rows[1]?.id)
})

describe('an event shows', () => {
  it('the bytes of the record as it was, and the record as it is', async () => {
    const { data } = await create('/matters', { title: 'Żółć', estimated_hours: 12.34567 })
    const before = await owner.call('GET', `/test/matters/${data.id}`)
    await owner.call('PATCH', `/test/matters/${data.id}`, { body: { status: 'Settled' } })
    const [event] = await events('?kind=matter.created')
    const reply = await owner.call('GET', `/test/events/${String(event?.id)}`)
    expect(reply.text).toContain(`"data":${before.text.slice('{"data":'.length, -1)}`)
    expect(reply.body.data).toMatchObject({
      now: 'found',
      data: { status: 'In Progress' },
      record: { status: 'Settled' },
    })
  })

  it('what changed, of a change, and what is left of what was deleted', async () => {
    await create('/webhooks', { url: 'https://example.com', events: ['client.updated', 'client.deleted'] })
    const { data } = await create('/clients', { email: 'a@example.com' })
    await owner.call('PATCH', `/test/clients/${data.id}`, { body: { status: 'inactive' } })
    expect(await latest('client.created')).toMatchObject({ previous: null })
    expect(await latest('client.updated')).toMatchObject({
      now: 'found',
      data: { status: 'inactive' },
      previous: { status: 'active' },
    })
    await owner.call('DELETE', `/test/clients/${data.id}`)
    expect(await latest('client.deleted')).toMatchObject({ now: 'gone', data: { id: data.id }, previous: null })
  })

  it('that the record is gone', async () => {
    const { data } = await create('/clients', { email: 'gone@example.com' })
    await owner.call('DELETE', `/test/clients/${data.id}`)
    expect(await latest('client.created')).toMatchObject({ now: 'gone', record: null, data: { id: data.id } })
  })

  it('leads, documents, invoices and test events with their records too', async () => {
    await create('/leads', { leadData: { email: 'ada@example.com' } })
    const { id } = (await create('/webhooks', { url: 'https://example.com', events: ['ping.test'] })) as unknown as {
      id: number
    }
    await owner.call('POST', `/test/webhooks/${id}/test`)
    expect(await latest('lead.created')).toMatchObject({ now: 'found', record: { email: 'ada@example.com' } })
    expect(await latest('ping.test')).toMatchObject({ now: 'found', record: { id } })
    const [workspace] = await api.db.rows({ id: int })`
      SELECT workspaces.id FROM workspaces JOIN accounts USING (owner_uuid) WHERE email = ${owner.email} AND environment = 'test'`
    await api.db.run`
      WITH document AS (
        INSERT INTO documents (workspace_id, title, status, signer_name, signer_email, created_at)
        VALUES (${workspace?.id ?? null}, 'Deed', 'signed', 'A', 'a@example.com', now()) RETURNING document_id
      )
      INSERT INTO events (workspace_id, kind, data, created_at)
      SELECT ${workspace?.id ?? null}, 'document.signed', json_build_object('document_id', document_id), now() FROM document`
    expect(await latest('document.signed')).toMatchObject({ now: 'found', record: { title: 'Deed' } })
  })

  it('not the record as it is to whoever may not read such records', async () => {
    await create('/matters', { title: 'Secret' })
    const developer = await join(api, owner, 'developer')
    expect(await latest('matter.created', developer)).toMatchObject({ now: 'hidden', record: null })
  })
})

it('finds fault with what no event can be', async () => {
  expect((await owner.call('GET', '/test/events/x')).status).toBe(404)
  expect((await owner.call('GET', '/test/events?kind=x&limit=0')).body['details']).toHaveLength(2)
})

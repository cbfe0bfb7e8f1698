import { contract } from '@matterbase/schemas'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signIn } from './dash-browser.ts'
import { startApi } from './harness.ts'
import type { Api, Reply } from './harness.ts'

// A copy must learn that the records have another history than it has.

let api: Api
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

const get = (key: string, path: string) => api.call('GET', path, { key })
const epochOf = async (key: string) => {
  const { epoch } = (await get(key, '/me')).body['workspace'] as { epoch: string }
  return epoch
}
const header = ({ headers }: Reply) => headers.get('x-workspace-epoch')
const workspaceOf = async (key: string) => {
  const { id } = (await get(key, '/me')).body['key'] as { id: number }
  return (await api.db.apiKey.findFirstOrThrow({ where: { id } })).workspace_id
}
const refusal = ({ status, body: { code, error } }: Reply) => [
  status,
  code,
  error.split(':')[0],
  error.endsWith('. Build the copy again from an export'),
]
const resetFor = (field: string) => [410, 'sync_reset', field, true]

const lists = [contract.matters, contract.clients, contract.timeEntries, contract.expenses]
const reads = [contract.invoices, contract.payments, contract.creditNotes]
const exported = [...lists, ...reads].map(({ export: operation }) => operation.path)
const paths = [...[...lists, ...reads, contract.leads].map(({ list }) => list.path), ...exported]

describe('the sync epoch', () => {
  it('is one for all keys of a workspace, and another one in every other workspace', async () => {
    const email = await api.account()
    const [live, also, test, other] = await Promise.all([
      api.key({ email }),
      api.key({ email }),
      api.key({ email, environment: 'test' }),
      api.key(),
    ])
    const epochs = await Promise.all([live, also, test, other].map(epochOf))
    expect(epochs[1]).toBe(epochs[0])
    expect(new Set(epochs).size).toBe(3)
    for (const epoch of epochs) expect(epoch).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
  })

  it.each(paths)('comes with %s, and pages may read it', async (path) => {
    const key = await api.key()
    const epoch = await epochOf(key)
    const reply = await get(key, path)
    expect([reply.status, header(reply)]).toEqual([200, epoch])
    expect(reply.headers.get('access-control-expose-headers')).toContain('X-Workspace-Epoch')
    const head = await api.call('HEAD', path, { key })
    const same = await get(key, `${path}?epoch=${epoch}`)
    expect([header(head), same.status, same.text]).toEqual([epoch, 200, reply.text])
    expect((await get(key, `${path}?epoch=${epoch.toUpperCase()}`)).status).toBe(200)
  })

  it.each(exported)('is in the last line of %s', async (path) => {
    const key = await api.key()
    const last = (await get(key, path)).text.trim().split('\n').at(-1) ?? ''
    expect(JSON.parse(last)).toMatchObject({ _export: { epoch: await epochOf(key) } })
  })

  it('comes with an unchanged list too, and not with a single record', async () => {
    const key = await api.key()
    const { id } = (await api.call('POST', '/matters', { key, body: { title: 'One' } })).body.data
    const etag = (await get(key, '/matters')).headers.get('etag') ?? ''
    const again = await api.call('GET', '/matters', { key, headers: { 'If-None-Match': etag } })
    expect([again.status, header(again)]).toEqual([304, await epochOf(key)])
    expect(header(await get(key, `/matters/${id}`))).toBeNull()
  })

  it('follows from the account in a workspace from before it was kept', async () => {
    const key = await api.key()
    const id = await workspaceOf(key)
    await api.db.workspace.update({ where: { id }, data: { epoch: null } })
    const epoch = await epochOf(key)
    expect(epoch).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/)
    expect([await epochOf(key), (await get(key, `/matters?epoch=${epoch}`)).status]).toEqual([epoch, 200])
  })
})

describe('a copy with another history gets 410 sync_reset', () => {
  it.each(paths)('for the epoch of another workspace, from %s', async (path) => {
    const email = await api.account()
    const [live, test] = await Promise.all([api.key({ email }), api.key({ email, environment: 'test' })])
    expect(refusal(await get(live, `${path}?epoch=${await epochOf(test)}`))).toEqual(resetFor('epoch'))
  })

  it('and 400 for an epoch that is not a UUID', async () => {
    const { status, body } = await get(await api.key(), '/matters?epoch=yesterday')
    expect([status, body['details']]).toMatchObject([400, [{ field: 'epoch' }]])
  })

  it('for a cursor from before a reset of the sample data, and for its epoch', async () => {
    const owner = await signIn(api)
    const key = await api.key({ email: owner.email, environment: 'test' })
    for (const title of ['One', 'Two']) await api.call('POST', '/matters', { key, body: { title } })
    const before = await epochOf(key)
    const { next_cursor: cursor } = (await get(key, '/matters?limit=1')).body
    expect((await get(key, `/matters?cursor=${String(cursor)}&epoch=${before}`)).status).toBe(200)
    expect((await owner.call('POST', '/test/sample-data/reset')).status).toBe(200)
    expect(refusal(await get(key, `/matters?cursor=${String(cursor)}`))).toEqual(resetFor('cursor'))
    expect(refusal(await get(key, `/matters?epoch=${before}`))).toEqual(resetFor('epoch'))
    expect(refusal(await get(key, `/matters/export?epoch=${before}`))).toEqual(resetFor('epoch'))
    expect(await epochOf(key)).not.toBe(before)
    // Without either nothing is different.
    expect((await get(key, '/matters?updated_since=1970-01-01T00:00:00Z&include_deleted=true')).status).toBe(200)
  })

  it('for a moment among the changes that a restore lost, unless it has the epoch', async () => {
    const key = await api.key()
    const [from, to] = ['2026-01-02T00:00:00.000Z', '2026-01-05T00:00:00.000Z']
    const data = { restored_from: new Date(from), restored_at: new Date(to) }
    await api.db.workspace.update({ where: { id: await workspaceOf(key) }, data })
    const lost = '/matters?updated_since=2026-01-03T00:00:00Z'
    expect(refusal(await get(key, lost))).toEqual(resetFor('updated_since'))
    expect((await get(key, `${lost}&epoch=${await epochOf(key)}`)).status).toBe(200)
    for (const moment of ['1970-01-01T00:00:00Z', from, to, '2026-01-06T00:00:00Z'])
      expect((await get(key, `/matters?updated_since=${moment}`)).status).toBe(200)
  })

  it('for a moment from before the deleted records that are kept, where it asks for those', async () => {
    const email = await api.account()
    const key = await api.key({ email })
    const data = { tombstones_from: new Date('2026-02-01T00:00:00Z') }
    await api.db.workspace.update({ where: { id: await workspaceOf(key) }, data })
    await api.db.account.updateMany({ where: { email }, data: { created_at: new Date('2025-06-01T00:00:00Z') } })
    const since = (moment: string, more = '') => get(key, `/matters?updated_since=${moment}${more}`)
    const deleted = '&include_deleted=true'
    expect(refusal(await since('2026-01-31T23:59:59.999Z', deleted))).toEqual(resetFor('updated_since'))
    expect(refusal(await since('2026-01-31T23:59:59.999Z', `${deleted}&epoch=${await epochOf(key)}`))).toEqual(
      resetFor('updated_since'),
    )
    expect((await since('2026-01-31T23:59:59.999Z')).status).toBe(200)
    expect((await since('2026-02-01T00:00:00Z', deleted)).status).toBe(200)
    // A copy that begins before the workspace did has no records that could be gone.
    for (const beginning of ['1970-01-01T00:00:00Z', '2025-05-31T00:00:00Z'])
      expect((await since(beginning, deleted)).status).toBe(200)
  })
})

it.each([...lists, ...reads].map(({ list }) => list.path))(
  'a moment in the future is 200 and empty, whatever clock the caller has: %s',
  async (path) => {
    const key = await api.key()
    await api.call('POST', '/matters', { key, body: { title: 'One' } })
    const soon = new Date(Date.now() + 500).toISOString()
    for (const since of [soon, '2100-01-01T00:00:00Z', '9999-12-31T23:59:59.999Z'])
      for (const more of [
        '',
        '&include_deleted=true',
        `&epoch=${await epochOf(key)}`,
        '&sort=-updated_at&total=exact',
      ]) {
        const { status, body } = await get(key, `${path}?updated_since=${since}${more}`)
        expect([status, body['count'], body['has_more']], `${since}${more}`).toEqual([200, 0, false])
      }
  },
)

it('a moment in the future is 200 and empty after a restore, and with a workspace clock that is ahead', async () => {
  const key = await api.key()
  await api.call('POST', '/matters', { key, body: { title: 'One' } })
  const ahead = new Date('2100-01-01T00:00:00.000Z')
  const data = { change_clock: ahead, restored_from: new Date('2026-01-02T00:00:00Z'), restored_at: ahead }
  await api.db.workspace.update({ where: { id: await workspaceOf(key) }, data })
  const since = (moment: string) => get(key, `/matters?updated_since=${moment}&include_deleted=true`)
  for (const moment of ['2100-01-01T00:00:00.000Z', '2100-01-01T00:00:00.001Z', '2101-01-01T00:00:00Z']) {
    const { status, body } = await since(moment)
    expect([status, body['count']]).toEqual([200, 0])
  }
})

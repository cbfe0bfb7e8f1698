import { createTestDatabase } from '@matterbase/db/testing'
import { eraseEndedFields, workspacesWithEndedFields } from '@matterbase/domain'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signedInAs } from './dash-browser.ts'
import type { Member } from './dash-browser.ts'
import { startApi } from './harness.ts'
import type { Api } from './harness.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>
let api: Api
/** Another process of the same installation. */
let other: Api

beforeAll(async () => {
  database = await createTestDatabase()
  const shared = { db: database.db, databaseUrl: database.url }
  api = await startApi({ database: shared })
  other = await startApi({ database: shared })
})
afterAll(async () => {
  await api.close()
  await other.close()
  await database.close()
})

const judge = { resource: 'matters', key: 'judge', label: 'Judge', type: 'select', options: [{ label: 'Adeyemi' }] }

const define = (owner: Member, body: object = {}) =>
  owner.call('POST', '/custom-fields', { body: { ...judge, ...body } })

describe('the definitions of custom fields', () => {
  it('have no key that every object of a program has already', async () => {
    const owner = await signedInAs(api)
    const refused = await define(owner, { key: 'constructor' })
    expect([refused.status, refused.body.error]).toEqual([400, 'key: must not be constructor, which is reserved'])
    expect((await define(owner, { key: '__proto__' })).status).toBe(400)
  })

  it.each(['number', 'money', 'date'])('of the type %s keep the names of their range, both ways', async (type) => {
    const owner = await signedInAs(api)
    const field = (key: string, more: object = { type: 'text' }) => define(owner, { key, options: undefined, ...more })
    expect((await field('hearing', { type })).status).toBe(201)
    for (const key of ['hearing_from', 'hearing_to']) {
      const refused = await field(key)
      expect([refused.status, refused.body.error]).toEqual([
        400,
        'key: cannot be next to the field hearing, because lists filter numbers, money and days by the key with _from and _to. Use another key',
      ])
    }
    expect((await field('due_to')).status).toBe(201)
    const refused = await field('due', { type })
    expect([refused.status, refused.body['details']]).toMatchObject([400, [{ field: 'key', code: 'taken' }]])
    expect((await field('due')).status).toBe(201)
    expect((await field('due_from')).status).toBe(201)
    expect((await field('hearing_from', { resource: 'clients', type: 'text' })).status).toBe(201)
  })

  it('have no label that is the ID of another option', async () => {
    const owner = await signedInAs(api)
    const made = (await define(owner, { options: [{ label: 'Roe' }, { label: '7' }, { label: 'Moss' }] })).body.data
    const options = made['options'] as { id: number; label: string }[]
    expect(options.map(({ id, label }) => [id, label])).toEqual([
      [1, 'Roe'],
      [7, '7'],
      [2, 'Moss'],
    ])
    const change = (label: string, more: object[] = []) =>
      owner.call('PATCH', `/custom-fields/${made.id}`, {
        body: { options: [{ id: 1, label }, ...options.slice(1), ...more] },
      })
    const refused = await change('2')
    expect([refused.status, refused.body.error]).toEqual([
      400,
      'options[0].label: is the ID of the option “Moss”. Use another label, such as “No. 2”',
    ])
    expect((await change('Roe', [{ label: '1' }])).status).toBe(400)
    const added = await change('1', [{ label: '12' }, { label: 'New' }])
    expect((added.body.data['options'] as { id: number }[]).map(({ id }) => id)).toEqual([1, 7, 2, 12, 8])
  })

  it('are listed by every process from the next request on, with an ETag that changes', async () => {
    const owner = await signedInAs(api)
    const key = await api.key({ email: owner.account, scopes: ['matters:read', 'clients:read'] })
    const before = await other.call('GET', '/custom-fields', { key })
    expect(before.body).toEqual({ count: 0, data: [] })
    const made = await define(owner, { group_label: 'Court', is_filterable: true })
    expect(made.status, made.text).toBe(201)
    const etag = before.headers.get('etag') ?? ''
    const after = await other.call('GET', '/custom-fields', { key, headers: { 'if-none-match': etag } })
    expect(after.body).toEqual({
      count: 1,
      data: [
        {
          id: made.body.data.id,
          resource: 'matters',
          key: 'judge',
          label: 'Judge',
          type: 'select',
          options: [{ id: 1, label: 'Adeyemi', archived: false }],
          group_label: 'Court',
          position: 1,
          is_default: true,
          is_required: false,
          is_filterable: true,
          enforce_in_api: false,
          archived_at: null,
        },
      ],
    })
    const again = { key, headers: { 'if-none-match': after.headers.get('etag') ?? '' } }
    expect((await other.call('GET', '/custom-fields', again)).status).toBe(304)
  })

  it('are those of the resources that the API key may read', async () => {
    const owner = await signedInAs(api)
    await define(owner)
    await define(owner, { resource: 'clients' })
    const listed = async (scopes: NonNullable<Parameters<Api['key']>[0]>['scopes'], query = '') => {
      const key = await api.key({ email: owner.account, scopes: scopes ?? [] })
      const { status, rows, body } = await api.call('GET', `/custom-fields${query}`, { key })
      return status === 200 ? rows.map(({ resource }) => resource) : [status, body.code]
    }
    expect(await listed(['matters:read', 'clients:read'])).toEqual(['matters', 'clients'])
    expect(await listed(['clients:read'])).toEqual(['clients'])
    expect(await listed(['clients:read'], '?resource=matters')).toEqual([403, 'insufficient_scope'])
    expect(await listed(['webhooks:write'])).toEqual([403, 'insufficient_scope'])
  })

  it('are those of one workspace, and only owners change them', async () => {
    const owner = await signedInAs(api)
    const { id } = (await define(owner)).body.data
    const stranger = await signedInAs(api)
    expect((await stranger.call('GET', '/custom-fields')).rows).toEqual([])
    for (const method of ['PATCH', 'DELETE'] as const)
      expect((await stranger.call(method, `/custom-fields/${id}`, { body: {} })).status).toBe(404)
    expect((await define(stranger)).status).toBe(201)
  })

  it.each([
    ['a key of capitals', { key: 'Judge' }, 'key'],
    ['a key that is taken', {}, 'key'],
    ['options of a text', { key: 'court', type: 'text' }, 'options'],
    ['a filter of a long text', { key: 'court', type: 'long_text', options: [], is_filterable: true }, 'is_filterable'],
  ])('refuse %s', async (_case, body, field) => {
    const owner = await signedInAs(api)
    await define(owner)
    const reply = await define(owner, body)
    expect(reply.status, reply.text).toBe(400)
    expect(reply.body['details']).toMatchObject([{ field }])
  })

  it('keep their type, key and resource, but a text can become a long text', async () => {
    const owner = await signedInAs(api)
    const { id } = (await define(owner, { type: 'text', options: [] })).body.data
    const change = (body: object) => owner.call('PATCH', `/custom-fields/${id}`, { body })
    expect((await change({ type: 'number' })).body['details']).toMatchObject([{ field: 'type' }])
    const after = await change({ type: 'long_text', key: 'other', resource: 'clients', label: 'Notes' })
    expect(after.body.data).toMatchObject({ type: 'long_text', key: 'judge', resource: 'matters', label: 'Notes' })
    expect((await change({ type: 'text' })).status).toBe(400)
  })

  it('are at most 100 that are not archived, 10 of them with a filter', async () => {
    const owner = await signedInAs(api)
    const ids: number[] = []
    for (let n = 0; n < 100; n++) {
      const reply = await define(owner, { key: `f${n}`, type: 'number', options: [], is_filterable: n < 10 })
      expect(reply.status, reply.text).toBe(201)
      ids.push(reply.body.data.id)
    }
    expect((await define(owner)).body).toMatchObject({ code: 'limit_reached' })
    await owner.call('PATCH', `/custom-fields/${ids[99]}`, { body: { archived: true } })
    expect((await define(owner, { is_filterable: true })).body).toMatchObject({ code: 'limit_reached' })
    expect((await define(owner)).status).toBe(201)
    const back = await owner.call('PATCH', `/custom-fields/${ids[99]}`, { body: { archived: false } })
    expect(back.body).toMatchObject({ code: 'limit_reached' })
    const parallel = await Promise.all(['a', 'a', 'a'].map(() => define(owner, { resource: 'leads', key: 'same' })))
    expect(parallel.map(({ status }) => status).toSorted()).toEqual([201, 400, 400])
  })

  it('have the order that an owner sets', async () => {
    const owner = await signedInAs(api)
    const ids: number[] = []
    for (const key of ['a', 'b', 'c']) ids.push((await define(owner, { key })).body.data.id)
    const body = { resource: 'matters', ids: [ids[2], ids[0]] }
    const ordered = await owner.call('PUT', '/custom-fields/order', { body })
    expect(ordered.rows.map(({ id, position }) => [id, position])).toEqual([
      [ids[2], 1],
      [ids[0], 2],
      [ids[1], 3],
    ])
  })

  it('can be restored for 30 days after they were deleted', async () => {
    const owner = await signedInAs(api)
    const { id } = (await define(owner)).body.data
    expect((await owner.call('DELETE', `/custom-fields/${id}`)).status).toBe(200)
    expect((await owner.call('DELETE', `/custom-fields/${id}`)).status).toBe(404)
    expect((await owner.call('PATCH', `/custom-fields/${id}`, { body: { label: 'A' } })).status).toBe(404)
    expect((await owner.call('GET', '/custom-fields?include_archived=true')).rows).toEqual([])
    expect((await define(owner)).body['details']).toMatchObject([{ field: 'key', code: 'taken' }])
    expect((await owner.call('GET', '/deleted-custom-fields')).rows).toMatchObject([{ id }])
    await owner.call('PATCH', `/custom-fields/${id}`, { body: { deleted: false } })
    expect((await owner.call('GET', '/custom-fields')).rows).toMatchObject([{ id }])

    await owner.call('DELETE', `/custom-fields/${id}`)
    expect(await workspacesWithEndedFields(database.db)).toEqual([])
    await database.db.run`
      UPDATE custom_field_definitions SET deleted_at = now() - interval '31 days' WHERE workspace_id > 0 AND deleted_at IS NOT NULL`
    for (const workspace of await workspacesWithEndedFields(database.db))
      expect(await eraseEndedFields(database.db, workspace)).toBe(1)
    expect((await owner.call('GET', '/deleted-custom-fields')).rows).toEqual([])
    expect((await define(owner)).status).toBe(201)
  })
})

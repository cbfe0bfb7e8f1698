import { int, transaction } from '@matterbase/db'
import { findUser, findWorkspace } from '@matterbase/domain'
import { addKey, holdRoles } from '@matterbase/domain/testing'
import { scopes as allScopes } from '@matterbase/schemas'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { join, signIn } from './dash-browser.ts'
import type { Browser } from './dash-browser.ts'
import { startApi } from './harness.ts'
import type { Api } from './harness.ts'
import { plainTransaction } from './transaction.ts'

let api: Api

beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

const make = (who: Browser, scopes: readonly string[], environment = 'live') =>
  who.call('POST', `/${environment}/keys`, { body: { name: 'CRM', scopes } })

async function made(who: Browser, scopes: readonly string[], environment = 'live') {
  const reply = await make(who, scopes, environment)
  expect(reply.status, reply.text).toBe(201)
  return { id: reply.body.data.id, key: String(reply.body['key']) }
}

const works = async ({ key }: { key: string }) => (await api.call('GET', '/me', { key })).status === 200
const idOf = async ({ email }: Browser) => (await findUser(api.db, { email }))?.id ?? ''
const accountOf = async ({ email }: Browser) => (await findUser(api.db, { email }))?.owner_uuid ?? ''
const rotate = (who: Browser, id: number) =>
  who.call('POST', `/live/keys/${id}/rotate`, { body: { overlap_hours: 24 } })

/** Resolves once a statement of this database waits for a lock. */
const somebodyWaits = () =>
  vi.waitFor(
    async () => {
      const [row] = await api.db.rows({ count: int })`
        SELECT count(*)::int FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%memberships%'`
      expect(row?.count).toBe(1)
    },
    { timeout: 20_000 },
  )

describe('a key', () => {
  it('says who made it, and nobody for the command line', async () => {
    const owner = await signIn(api)
    const developer = await join(api, owner, 'developer')
    await api.key({ email: owner.email })
    const { id } = await made(developer, ['webhooks:write'])
    const { keys } = (await owner.call('GET', '/live/keys')).body as unknown as { keys: { created_by: unknown }[] }
    const creator = { id: await idOf(developer), email: developer.email, name: 'developer' }
    expect(keys.map(({ created_by: by }) => by)).toEqual([creator, null])
    expect((await owner.call('GET', `/live/keys/${id}`)).body.data).toMatchObject({ created_by: creator })
  })

  it('that is rotated counts as made by who has seen the new one; the old one stays who made it', async () => {
    const owner = await signIn(api)
    const developer = await join(api, owner, 'developer')
    const { id } = await made(developer, ['webhooks:write'])
    const { data, previous } = (await rotate(owner, id)).body as unknown as Record<string, object>
    expect(data).toMatchObject({ created_by: { email: owner.email } })
    expect(previous).toMatchObject({ id, created_by: { email: developer.email } })
  })
})

describe('a role', () => {
  it('gives no scope that it does not have itself, in live and in test; an owner gives all', async () => {
    const owner = await signIn(api)
    const developer = await join(api, owner, 'developer')
    for (const environment of ['live', 'test']) {
      const reply = await make(developer, ['webhooks:write', 'matters:read', 'invoices:read'], environment)
      const message =
        'contains scopes that your role developer does not have (matters:read, invoices:read). An owner can create this API key'
      expect([reply.status, reply.body.code, reply.body.error]).toEqual([
        403,
        'insufficient_scope',
        `scopes: ${message}`,
      ])
      expect(reply.body['details']).toEqual([{ field: 'scopes', code: 'not_grantable', message }])
      await made(developer, ['webhooks:write'], environment)
      await made(owner, allScopes, environment)
    }
  })

  it('rotates no key beyond it, since the new one would be seen', async () => {
    const owner = await signIn(api)
    const developer = await join(api, owner, 'developer')
    const wide = await made(owner, ['matters:read', 'webhooks:write'])
    const reply = await rotate(developer, wide.id)
    expect([reply.status, reply.body.error]).toEqual([403, expect.stringContaining('(matters:read). An owner')])
    expect((await owner.call('GET', `/live/keys/${wide.id}`)).body.data).toMatchObject({ replaced_by: null })
    expect((await rotate(developer, (await made(owner, ['webhooks:write'])).id)).status).toBe(201)
  })

  it.each([
    ['owner', allScopes],
    ['lawyer', allScopes.filter((scope) => scope !== 'webhooks:write')],
    ['developer', ['webhooks:write']],
    ['read-only', ['matters:read', 'clients:read', 'leads:read', 'invoices:read', 'documents:read', 'users:read']],
  ] as const)('%s is told in the session which scopes it can give', async (role, grantable) => {
    const owner = await signIn(api)
    const member = role === 'owner' ? owner : await join(api, owner, role)
    expect((await member.call('GET', '/session')).body['grantable_scopes']).toEqual(grantable)
  })
})

describe('removing a member', () => {
  it('lists the keys they made and revokes them, of both workspaces and nobody else’s', async () => {
    const owner = await signIn(api)
    const developer = await join(api, owner, 'developer')
    const own = await made(owner, ['matters:read'])
    const theirs = [await made(developer, ['webhooks:write']), await made(developer, ['webhooks:write'], 'test')]
    const gone = await made(developer, ['webhooks:write'])
    await owner.call('POST', `/live/keys/${gone.id}/revoke`)
    const id = await idOf(developer)
    const listed = (await owner.call('GET', `/members/${id}/access`)).body['keys']
    expect(listed).toMatchObject([
      { id: theirs[0]?.id, name: 'CRM', environment: 'live', scopes: ['webhooks:write'], last_used_at: null },
      { id: theirs[1]?.id, environment: 'test' },
    ])
    const removed = await owner.call('DELETE', `/members/${id}`)
    expect(removed.body).toEqual({ success: true, revoked_keys: listed, deleted_links: [], ended_endpoints: [] })
    expect(await Promise.all([own, ...theirs].map(works))).toEqual([true, false, false])
    const entries = await api.db.auditEntry.findMany({
      where: { actor: owner.email, action: { in: ['member.removed', 'key.revoked'] } },
      orderBy: { id: 'asc' },
    })
    const because = `${developer.email} was removed`
    expect(entries.slice(1)).toMatchObject([
      { action: 'member.removed', environment: null, details: { keep_keys: false, keep_endpoints: false } },
      { action: 'key.revoked', environment: 'live', target: `CRM (${theirs[0]?.id})`, details: { because } },
      { action: 'key.revoked', environment: 'test', target: `CRM (${theirs[1]?.id})`, details: { because } },
    ])
  })

  it('leaves their keys when told to', async () => {
    const owner = await signIn(api)
    const developer = await join(api, owner, 'developer')
    const key = await made(developer, ['webhooks:write'])
    const removed = await owner.call('DELETE', `/members/${await idOf(developer)}?keep_keys=true`)
    expect(removed.body).toEqual({ success: true, revoked_keys: [], deleted_links: [], ended_endpoints: [] })
    expect(await works(key)).toBe(true)
  })

  it('leaves the keys that they made in another account', async () => {
    const [mine, theirs] = [await signIn(api), await signIn(api)]
    const key = await made(theirs, ['matters:read'])
    const ownerUuid = await accountOf(mine)
    const userId = await idOf(theirs)
    await api.db.membership.create({ data: { owner_uuid: ownerUuid, user_id: userId, role: 'developer' } })
    expect((await mine.call('GET', `/members/${userId}/access`)).body).toEqual({
      keys: [],
      links: [],
      endpoints: [],
      acting_keys: [],
    })
    expect((await mine.call('DELETE', `/members/${userId}`)).body).toEqual({
      success: true,
      revoked_keys: [],
      deleted_links: [],
      ended_endpoints: [],
    })
    expect(await works(key)).toBe(true)
  })

  it('applies to who leaves by themselves', async () => {
    const owner = await signIn(api)
    const second = await join(api, owner, 'owner')
    const key = await made(second, ['matters:read'])
    expect((await second.call('DELETE', `/members/${await idOf(second)}`)).status).toBe(200)
    expect(await works(key)).toBe(false)
  })

  it('keeps the keys when it is refused', async () => {
    const owner = await signIn(api)
    const key = await made(owner, ['matters:read'])
    expect((await owner.call('DELETE', `/members/${await idOf(owner)}`)).status).toBe(409)
    expect(await works(key)).toBe(true)
  })

  it('revokes the key that they are making at that moment', async () => {
    const owner = await signIn(api)
    const developer = await join(api, owner, 'developer')
    const [ownerUuid, userId] = [await accountOf(owner), await idOf(developer)]
    const workspaceId = await findWorkspace(api.db, owner.email, 'live')
    const { removed, key } = await transaction(api.db, async (sql) => {
      await holdRoles(sql, ownerUuid, [userId])
      const scopes = ['webhooks:write']
      const created = await addKey(sql, { workspaceId, environment: 'live', name: 'late', scopes, createdBy: userId })
      const request = owner.call('DELETE', `/members/${userId}`)
      await somebodyWaits()
      return { removed: request, key: created }
    })
    expect((await removed).body).toMatchObject({ success: true, revoked_keys: [{ id: key.id }] })
    expect(await works(key)).toBe(false)
  })

  it('lets them make no key once it has begun', async () => {
    const owner = await signIn(api)
    const developer = await join(api, owner, 'developer')
    const [ownerUuid, userId] = [await accountOf(owner), await idOf(developer)]
    const { request } = await plainTransaction(api.db, async (connection) => {
      const theirs = 'WHERE owner_uuid = $1 AND user_id = $2'
      await connection.query(`DELETE FROM memberships ${theirs}`, [ownerUuid, userId])
      const made = make(developer, ['webhooks:write'])
      await somebodyWaits()
      return { request: made }
    })
    const reply = await request
    expect([reply.status, reply.body.code]).toEqual([401, 'signed_out'])
    expect(await api.db.apiKey.count({ where: { created_by: userId } })).toBe(0)
  })

  it('never leaves a key behind, whichever of many requests comes first', async () => {
    const owner = await signIn(api)
    const developer = await join(api, owner, 'developer')
    const id = await idOf(developer)
    const [removed, ...replies] = await Promise.all([
      owner.call('DELETE', `/members/${id}`),
      ...Array.from({ length: 6 }, () => make(developer, ['webhooks:write'], 'test')),
    ])
    expect(removed.status).toBe(200)
    const keys = replies.filter(({ status }) => status === 201).map(({ body }) => ({ key: String(body['key']) }))
    expect(await Promise.all(keys.map(works))).toEqual(keys.map(() => false))
  })
})

describe('another role for a member', () => {
  it('revokes their keys that are beyond it, and leaves the others', async () => {
    const owner = await signIn(api)
    const second = await join(api, owner, 'owner')
    const [wide, narrow] = [
      await made(second, ['matters:read', 'webhooks:write']),
      await made(second, ['webhooks:write']),
    ]
    const id = await idOf(second)
    const beyond = (await owner.call('GET', `/members/${id}/access?role=developer`)).body['keys']
    expect(beyond).toMatchObject([{ id: wide.id }])
    const changed = await owner.call('PATCH', `/members/${id}`, { body: { role: 'developer' } })
    expect(changed.body).toEqual({ success: true, revoked_keys: beyond, deleted_links: [], ended_endpoints: [] })
    expect([await works(wide), await works(narrow)]).toEqual([false, true])
    const [entry] = await api.db.auditEntry.findMany({ where: { actor: owner.email, action: 'key.revoked' } })
    expect(entry?.details).toEqual({ because: `${second.email} is developer now` })
  })

  it('leaves all of them when told to, and none is revoked for a wider role', async () => {
    const owner = await signIn(api)
    const second = await join(api, owner, 'owner')
    const key = await made(second, ['matters:read'])
    const change = async (body: object) => (await owner.call('PATCH', `/members/${await idOf(second)}`, { body })).body
    expect(await change({ role: 'developer', keep_keys: true })).toEqual({
      success: true,
      revoked_keys: [],
      deleted_links: [],
      ended_endpoints: [],
    })
    expect(await change({ role: 'owner' })).toEqual({
      success: true,
      revoked_keys: [],
      deleted_links: [],
      ended_endpoints: [],
    })
    expect(await works(key)).toBe(true)
  })

  it('counts for the key that is being made at that moment', async () => {
    const owner = await signIn(api)
    const second = await join(api, owner, 'owner')
    const [ownerUuid, userId] = [await accountOf(owner), await idOf(second)]
    const { request } = await plainTransaction(api.db, async (connection) => {
      const theirs = 'WHERE owner_uuid = $1 AND user_id = $2'
      await connection.query(`UPDATE memberships SET role = 'developer' ${theirs}`, [ownerUuid, userId])
      const made = make(second, ['matters:read'])
      await somebodyWaits()
      return { request: made }
    })
    expect((await request).body).toMatchObject({ code: 'insufficient_scope', details: [{ field: 'scopes' }] })
  })
})

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { password } from '@matterbase/domain/testing'
import { dashCall, signedInAs } from './dash-browser.ts'
import { startApi } from './harness.ts'
import type { Member } from './dash-browser.ts'
import type { Api, CallOptions } from './harness.ts'

let api: Api

beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

async function firm() {
  const owner = await signedInAs(api)
  const member = await signedInAs(api, 'lawyer', owner.account)
  const { email } = await api.db.user.update({
    where: { id: member.userId },
    data: { name: 'Dr. Ada King Lovelace, LL.M.' },
  })
  const ada = { ...member, email }
  const key = await api.key({ email: owner.account, scopes: ['users:read', 'matters:read', 'matters:write'] })
  const limited = await api.key({ email: owner.account, scopes: ['matters:read'] })
  return { owner, ada, key, limited }
}

/** A request about the account, which is in no workspace. */
const account = ({ cookie }: Member, method: string, path: string, options?: CallOptions) =>
  dashCall(api, method, path, options, cookie)

const timestamp = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
const hidden = {
  email: null,
  role: null,
  timekeeper_id: null,
  timekeeper_classification: null,
  removed_at: null,
  created_at: null,
  updated_at: null,
}

it('lists the members, the first one to join first, with all fields', async () => {
  const { owner, ada, key } = await firm()
  await owner.call('PUT', `/timekeepers/${ada.userId}`, { body: { timekeeper_id: 'AL7', classification: 'PT' } })
  const { body, status } = await api.call('GET', '/users?include=total', { key })
  expect(status).toBe(200)
  expect(body).toMatchObject({ count: 2, total: 2, has_more: false, next_cursor: null })
  const whole = {
    id: ada.userId,
    name: 'Dr. Ada King Lovelace, LL.M.',
    email: ada.email,
    role: 'lawyer',
    initials: 'AL',
    timekeeper_id: 'AL7',
    timekeeper_classification: 'PT',
    is_active: true,
    removed_at: null,
    created_at: timestamp,
    updated_at: timestamp,
  }
  expect(body['data']).toEqual([expect.objectContaining({ id: owner.userId, role: 'owner' }), whole])
  expect((await api.call('GET', `/users/${ada.userId}`, { key })).body).toEqual({ data: whole })
  const some = await api.call('GET', `/users/${ada.userId}?fields=initials`, { key })
  expect(some.body).toEqual({ data: { id: ada.userId, initials: 'AL' } })
})

it('pages by cursor, and answers 304 while nothing changed', async () => {
  const { owner, ada, key } = await firm()
  const first = await api.call('GET', '/users?limit=1', { key })
  expect(first.rows).toMatchObject([{ id: owner.userId }])
  const cursor = encodeURIComponent(String(first.body['next_cursor']))
  const second = await api.call('GET', `/users?limit=1&cursor=${cursor}`, { key })
  expect([second.rows, second.body['next_cursor']]).toMatchObject([[{ id: ada.userId }], null])
  const etag = (await api.call('GET', '/users', { key })).headers.get('etag') ?? ''
  expect(etag).toMatch(/^W\//)
  expect((await api.call('GET', '/users', { key, headers: { 'if-none-match': etag } })).status).toBe(304)
  await account(owner, 'PATCH', `/members/${ada.userId}`, { body: { role: 'read-only' } })
  expect((await api.call('GET', '/users', { key, headers: { 'if-none-match': etag } })).status).toBe(200)
})

it('finds a member by email address, in any case', async () => {
  const { ada, key, limited } = await firm()
  const path = `/users?email=${encodeURIComponent(ada.email.toUpperCase())}`
  expect((await api.call('GET', path, { key })).rows).toMatchObject([{ id: ada.userId }])
  expect((await api.call('GET', '/users?email=unknown@example.com', { key })).rows).toEqual([])
  const refused = await api.call('GET', path, { key: limited })
  expect([refused.status, refused.body['error']]).toEqual([403, expect.stringContaining('users:read')])
})

it('shows a key without users:read whose work it is, and no more', async () => {
  const { owner, ada, limited } = await firm()
  const shown = { id: ada.userId, name: 'Dr. Ada King Lovelace, LL.M.', initials: 'AL', is_active: true, ...hidden }
  expect((await api.call('GET', `/users/${ada.userId}`, { key: limited })).body).toEqual({ data: shown })
  expect((await api.call('GET', '/users', { key: limited })).rows[1]).toEqual(shown)
  const other = await api.key({ email: owner.account, scopes: ['clients:read', 'matters:write'] })
  const refused = await api.call('GET', '/users', { key: other })
  expect([refused.status, refused.body['error']]).toEqual([403, expect.stringContaining('users:read')])
})

it('keeps users of other accounts apart', async () => {
  const { key } = await firm()
  const other = await firm()
  for (const id of [other.ada.userId, randomUUID(), '7', 'me']) {
    const missing = await api.call('GET', `/users/${id}`, { key })
    expect([missing.status, missing.body.error]).toEqual([
      404,
      `No user ${id} in this account. GET /users lists the users.`,
    ])
  }
  const ids = (await api.call('GET', '/users?include_removed=true', { key })).rows.map(({ id }) => id)
  expect(ids).not.toContain(other.ada.userId)
})

it('keeps a removed member until they are a member again', async () => {
  const { owner, ada, key } = await firm()
  const before = (await api.call('GET', `/users/${ada.userId}`, { key })).body.data
  const work = { duration: 1, description: 'Call', user_id: ada.userId }
  const entry = (await api.call('POST', '/time-entries', { key, body: work })).body.data
  expect((await account(owner, 'DELETE', `/members/${ada.userId}`)).status).toBe(200)
  const removed = { ...before, is_active: false, removed_at: timestamp, updated_at: timestamp }
  expect((await api.call('GET', `/users/${ada.userId}`, { key })).body.data).toEqual(removed)
  expect((await api.call('GET', '/users', { key })).rows.map(({ id }) => id)).toEqual([owner.userId])
  expect((await api.call('GET', '/users?include_removed=true', { key })).rows).toMatchObject([
    { id: owner.userId },
    removed,
  ])
  const one = await api.call('GET', `/users?include_removed=true&email=${ada.email}`, { key })
  expect(one.rows).toEqual([removed])
  const shown = await api.call('GET', `/time-entries/${entry.id}?expand=user`, { key })
  expect(shown.body.data).toEqual({ ...entry, user: removed })
  expect((await account(ada, 'GET', '/session')).status).toBe(401)

  const invited = await account(owner, 'POST', '/members/invites', { body: { email: ada.email, role: 'developer' } })
  const token = String(invited.body.data['url']).split('/').at(-1) ?? ''
  expect((await dashCall(api, 'POST', `/links/${token}`, { body: { password } })).status).toBe(200)
  const again = (await api.call('GET', `/users/${ada.userId}`, { key })).body.data
  expect(again).toEqual({ ...before, role: 'developer', updated_at: timestamp })
})

it.each(['time-entries', 'expenses'])('expands the user of %s', async (path) => {
  const { ada, key, limited } = await firm()
  const body = { description: 'Call', user_id: ada.userId }
  const entry = (await api.call('POST', `/${path}`, { key, body })).body.data
  const user = (await api.call('GET', `/users/${ada.userId}`, { key })).body.data
  await api.call('POST', `/${path}`, { key, body: { description: 'Without a member' } })
  const { rows } = await api.call('GET', `/${path}?expand=user,case`, { key })
  expect(rows).toMatchObject([{ user, case: null }, { user: null }])
  const shown = await api.call('GET', `/${path}/${entry.id}?expand=user`, { key: limited })
  expect(shown.body.data['user']).toEqual({
    id: ada.userId,
    name: user['name'],
    initials: 'AL',
    is_active: true,
    ...hidden,
  })
})

it.each([
  ['Ada', 'A'],
  ['Ada Lovelace', 'AL'],
  ['Prof. Dr. Anna von Köhler', 'AK'],
  ['  RAin  Maria  Sol  Jr.', 'MS'],
  ['Dr.', 'D'],
  ['élodie ábel', 'ÉÁ'],
  ['', 'X'],
])('computes the initials of %j as %j', async (name, initials) => {
  const owner = await signedInAs(api)
  await api.db
    .run`UPDATE users SET name = ${name}, email = 'x' || id || '@example.com' WHERE id = ${owner.userId}::text::uuid`
  const key = await api.key({ email: owner.account, scopes: ['users:read'] })
  expect((await api.call('GET', '/users', { key })).rows).toMatchObject([{ initials }])
})

describe.each(['time-entries', 'expenses'])('the filter user_id of %s', (path) => {
  it('finds the work of one user, of several, and of no user', async () => {
    const { owner, ada, key } = await firm()
    const made = async (userId: string | null) =>
      (await api.call('POST', `/${path}`, { key, body: { description: 'Call', user_id: userId } })).body.data.id
    const [hers, his, ofNone] = [await made(ada.userId), await made(owner.userId), await made(null)]
    const found = async (filter: string) =>
      (await api.call('GET', `/${path}?user_id=${filter}`, { key })).rows.map(({ id }) => id)
    expect(await found(ada.userId)).toEqual([hers])
    expect(await found(ada.userId.toUpperCase())).toEqual([hers])
    expect(await found(`${ada.userId},${owner.userId}`)).toEqual([hers, his])
    expect(await found('none')).toEqual([ofNone])
    expect(await found(`none,${ada.userId}`)).toEqual([hers, ofNone])
    expect(await found(randomUUID())).toEqual([])
    const page = await api.call('GET', `/${path}?user_id=none,${ada.userId}&limit=1`, { key })
    const cursor = encodeURIComponent(String(page.body['next_cursor']))
    const next = await api.call('GET', `/${path}?cursor=${cursor}`, { key })
    expect([...page.rows, ...next.rows].map(({ id }) => id)).toEqual([hers, ofNone])
  })

  it.each(['7', 'null', 'ada@example.com', ''])('refuses %j', async (value) => {
    const { key } = await firm()
    const refused = await api.call('GET', `/${path}?user_id=${value}`, { key })
    expect([refused.status, refused.body['details']]).toMatchObject([400, [{ field: 'user_id' }]])
  })
})

it('counts the unbilled time without a member, until it has one', async () => {
  const { owner, ada, key } = await firm()
  const entry = await api.call('POST', '/time-entries', { key, body: { duration: 1 } })
  await api.call('POST', '/expenses', { key, body: { unit_price: 5 } })
  expect((await owner.call('GET', '/unbilled-time')).rows).toMatchObject([{ entries: 1, without_user: 1 }])
  const body = { ids: [entry.body.data.id], changes: { user_id: ada.userId } }
  expect((await owner.call('POST', '/time-entries/bulk-change', { body })).body['results']).toMatchObject([
    { ok: true },
  ])
  expect((await owner.call('GET', '/unbilled-time')).rows).toMatchObject([{ entries: 1, without_user: 0 }])
})

it('has the initials that an owner set, also for a member who left', async () => {
  const { owner, ada, key } = await firm()
  const set = (initials: string | null, who = owner) =>
    account(who, 'PUT', `/members/${ada.userId}/initials`, { body: { initials } })
  const shown = async () => (await api.call('GET', `/users/${ada.userId}`, { key })).body.data['initials']
  expect((await set(' AKL ')).status).toBe(200)
  expect(await shown()).toBe('AKL')
  expect((await set('AX', ada)).status).toBe(403)
  expect((await set('x'.repeat(11))).status).toBe(400)
  expect((await account(owner, 'GET', '/members')).rows[1]).toMatchObject({ id: ada.userId, initials: 'AKL' })
  await account(owner, 'DELETE', `/members/${ada.userId}`)
  expect(await shown()).toBe('AKL')
  expect((await set(null)).status).toBe(404)
})

it('ends a key that acts for a member with the membership, regardless of its maker, and says so', async () => {
  const { owner, ada } = await firm()
  const keyOf = async (actsFor: string | null, environment: 'live' | 'test' = 'live') => {
    const body = { name: 'Phone', scopes: ['matters:write'], rate_tier: 'free', acts_for: actsFor }
    const reply = await owner.call('POST', '/keys', { environment, body })
    return { id: reply.body.data.id, key: String(reply.body['key']) }
  }
  const [other, live, test] = [await keyOf(null), await keyOf(ada.userId), await keyOf(ada.userId, 'test')]
  const removed = await account(owner, 'DELETE', `/members/${ada.userId}`)
  expect(removed.body['revoked_keys']).toMatchObject([
    { id: live.id, name: 'Phone', environment: 'live' },
    { id: test.id, environment: 'test' },
  ])
  const statuses = await Promise.all([other, live, test].map(({ key }) => api.call('GET', '/me', { key })))
  expect(statuses.map(({ status }) => status)).toEqual([200, 401, 401])
  const revoked = await api.db.auditEntry.findMany({ where: { actor: owner.account, action: 'key.revoked' } })
  expect(revoked.map(({ target }) => target)).toEqual([`Phone (${live.id})`, `Phone (${test.id})`])
})

it('keeps a key of a former member for no member', async () => {
  const { owner, ada } = await firm()
  const scopes = ['matters:write', 'matters:read']
  const body = { name: 'Phone', scopes, rate_tier: 'free', acts_for: ada.userId }
  const made = await owner.call('POST', '/keys', { body })
  const key = String(made.body['key'])
  expect((await api.call('GET', '/me', { key })).body['key']).toMatchObject({ acts_for: ada.userId })
  const removed = await account(owner, 'DELETE', `/members/${ada.userId}?keep_keys=true`)
  expect(removed.body['revoked_keys']).toEqual([])
  const me = await api.call('GET', '/me', { key })
  expect([me.status, me.body['key']]).toMatchObject([200, { acts_for: null }])
  expect((await owner.call('GET', `/keys/${made.body.data.id}`)).body.data).toMatchObject({ acts_for: null })
  const entry = await api.call('POST', '/time-entries', { key, body: { duration: 1 } })
  expect([entry.status, entry.body.data['user_id']]).toEqual([201, null])
  const detached = await api.db.auditEntry.findFirst({
    where: { actor: owner.account, action: 'key.acts_for_ended' },
  })
  expect(detached).toMatchObject({ target: `Phone (${made.body.data.id})`, environment: 'live' })
})

it('acts for no member whose membership ended in another way, such as in an older version', async () => {
  const { owner, ada } = await firm()
  const body = { name: 'Phone', scopes: ['matters:read'], rate_tier: 'free', acts_for: ada.userId }
  const key = String((await owner.call('POST', '/keys', { body })).body['key'])
  await api.db.run`DELETE FROM memberships WHERE user_id = ${ada.userId}::text::uuid`
  expect((await api.call('GET', '/me', { key })).body['key']).toMatchObject({ acts_for: null })
})

it('names the keys that act for a member before the removal', async () => {
  const { owner, ada } = await firm()
  const keyOf = (actsFor: string | null) =>
    owner.call('POST', '/keys', {
      body: { name: 'Phone', scopes: ['matters:write'], rate_tier: 'free', acts_for: actsFor },
    })
  await keyOf(null)
  const key = (await keyOf(ada.userId)).body.data
  const access = () => account(owner, 'GET', `/members/${ada.userId}/access`)
  expect((await access()).body).toMatchObject({ keys: [], acting_keys: [{ id: key.id, name: 'Phone' }] })
  await owner.call('POST', `/keys/${key.id}/revoke`)
  expect((await access()).body['acting_keys']).toEqual([])
})

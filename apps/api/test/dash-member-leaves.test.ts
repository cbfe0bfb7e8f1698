import { randomBytes } from 'node:crypto'
import { float } from '@matterbase/db'
import { closeAccount, findUser } from '@matterbase/domain'
import { password } from '@matterbase/domain/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dashCall, invite, join, resetLink, signIn } from './dash-browser.ts'
import type { Browser } from './dash-browser.ts'
import { startApi } from './harness.ts'
import type { Api, Reply } from './harness.ts'

let api: Api

beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

const url = 'https://theirs.example.com/'
const idOf = async ({ email }: Browser) => (await findUser(api.db, { email }))?.id ?? ''

async function ok(reply: Promise<Reply>): Promise<Reply> {
  const { status, text } = await reply
  expect(status, text).toBeLessThan(300)
  return reply
}

/** A second owner, and one of everything that a member can leave behind. */
async function leaver() {
  const owner = await signIn(api)
  const [second, lawyer] = [await join(api, owner, 'owner'), await join(api, owner, 'lawyer')]
  const key = async (environment: 'live' | 'test') => {
    const body = { name: 'Theirs', scopes: ['matters:read', 'webhooks:write'], rate_tier: 'enterprise' }
    return String((await ok(second.call('POST', `/${environment}/keys`, { body }))).body['key'])
  }
  const [live, test] = [await key('live'), await key('test')]
  const body = { url, events: ['matter.created'] }
  const bySession = Number((await ok(second.call('POST', '/live/webhooks', { body }))).body['id'])
  const byKey = Number((await ok(api.call('POST', '/webhooks', { key: live, body }))).body['id'])
  const ping = { url, events: ['ping.test'] }
  const pingOnly = Number((await ok(second.call('POST', '/live/webhooks', { body: ping }))).body['id'])
  const { inbox } = (await ok(second.call('POST', '/test/inbox'))).body as unknown as {
    inbox: { url: string; endpoint_id: number }
  }
  const secret = `whsec_${randomBytes(32).toString('base64')}`
  const listener = (await ok(api.call('POST', '/listeners', { key: test, body: { secret } }))).body.data
  const link = await invite(second, 'owner')
  const reset = await resetLink(api, second, lawyer)
  const tokens = [link.token, reset]
  const hooks = [new URL(inbox.url).pathname, new URL(String(listener['url'])).pathname]
  return { owner, second, id: await idOf(second), live, test, bySession, byKey, pingOnly, tokens, hooks, listener }
}

type Left = Awaited<ReturnType<typeof leaver>>

/** What still works: of everything that the member made, and the deliveries that an event of each workspace starts. */
async function working({ owner, live, test, tokens, hooks, listener }: Left) {
  const make = (environment: string) => owner.call('POST', `/${environment}/matters`, { body: { title: 'Secret' } })
  await Promise.all([make('live'), make('test')])
  const { owner_uuid: ownerUuid } = await api.db.account.findUniqueOrThrow({ where: { email: owner.email } })
  const sent = await api.db.rows({ id: float })`
    SELECT endpoint_id::float8 AS id FROM webhook_deliveries
    WHERE status IN ('pending', 'queued', 'sending') AND workspace_id IN (SELECT id FROM workspaces WHERE owner_uuid = ${ownerUuid}::uuid)`
  const statuses = {
    keys: await Promise.all([live, test].map(async (key) => (await api.call('GET', '/me', { key })).status)),
    listener: (await api.call('GET', `/listeners/${listener.id}/requests`, { key: test })).status,
    inboxes: await Promise.all(
      hooks.map(async (path) => (await fetch(api.origin + path, { method: 'POST', body: 'x' })).status),
    ),
    pages: await Promise.all(tokens.map(async (token) => (await dashCall(api, 'GET', `/links/${token}`)).status)),
    links: [] as number[],
  }
  for (const token of tokens)
    statuses.links.push((await dashCall(api, 'POST', `/links/${token}`, { body: { name: 'Eve', password } })).status)
  return { ...statuses, sent: [...new Set(sent.map((row) => row.id))].toSorted((a, b) => a - b) }
}

const nothing = {
  keys: [401, 401],
  listener: 401,
  inboxes: [404, 404],
  pages: [410, 410],
  links: [410, 410],
  sent: [],
}

const activeOf = async ({ bySession, byKey, pingOnly }: Left) => {
  const rows = await api.db.webhookEndpoint.findMany({ where: { id: { in: [bySession, byKey, pingOnly] } } })
  return Object.fromEntries(
    rows.map(({ id, is_active: isActive, disabled_reason: reason }) => [id, isActive || reason]),
  )
}

it('works until then: keys, links, endpoints, listener and inbox', async () => {
  const left = await leaver()
  const { sent, ...statuses } = await working(left)
  expect(statuses).toEqual({
    keys: [200, 200],
    listener: 200,
    inboxes: [200, 200],
    pages: [200, 200],
    links: [200, 200],
  })
  expect(sent).toEqual(expect.arrayContaining([left.bySession, left.byKey, left.listener.id]))
})

describe('removing a member', () => {
  it('ends everything that they made, lists it before and after, and notes each of it', async () => {
    const left = await leaver()
    const { owner, id, bySession, byKey, pingOnly } = left
    const { endpoints } = (await owner.call('GET', `/members/${id}/access`)).body as unknown as { endpoints: object[] }
    expect(endpoints).toMatchObject([
      { id: bySession, environment: 'live', url, events: ['matter.created'], kind: 'endpoint' },
      { id: byKey, environment: 'live', kind: 'endpoint' },
      { id: pingOnly, environment: 'live', kind: 'endpoint' },
      { environment: 'test', kind: 'inbox' },
      { id: left.listener.id, environment: 'test', kind: 'listener' },
    ])
    const removed = await ok(owner.call('DELETE', `/members/${id}`))
    expect(removed.body['ended_endpoints']).toEqual(endpoints)
    expect(await working(left)).toEqual(nothing)
    expect(await activeOf(left)).toEqual({
      [bySession]: 'member_removed',
      [byKey]: 'member_removed',
      [pingOnly]: 'member_removed',
    })
    const notes = await api.db.auditEntry.findMany({
      where: { actor: owner.email, action: { in: ['webhook.disabled', 'webhook.deleted'] } },
      orderBy: { id: 'asc' },
    })
    expect(notes.map(({ action, environment, target }) => [action, environment, target])).toEqual([
      ['webhook.disabled', 'live', `webhook ${bySession}`],
      ['webhook.disabled', 'live', `webhook ${byKey}`],
      ['webhook.disabled', 'live', `webhook ${pingOnly}`],
      ['webhook.deleted', 'test', expect.stringMatching(/^test inbox, webhook \d+$/)],
      ['webhook.deleted', 'test', `listener, webhook ${left.listener.id}`],
    ])
    for (const { details } of notes) expect(details).toEqual({ because: `${left.second.email} was removed` })
  })

  it('keeps the endpoints on purpose, and neither inbox nor listener', async () => {
    const left = await leaver()
    await ok(left.owner.call('DELETE', `/members/${left.id}?keep_endpoints=true`))
    expect(await working(left)).toEqual({ ...nothing, sent: [left.bySession, left.byKey].toSorted((a, b) => a - b) })
  })

  it('leaves the endpoints of others, also those that they once made and another member directed elsewhere', async () => {
    const left = await leaver()
    const { owner, id, bySession, byKey } = left
    await ok(owner.call('PATCH', `/live/webhooks/${bySession}`, { body: { url: 'https://ours.example.com/' } }))
    const ours = await ok(owner.call('POST', '/live/webhooks', { body: { url, events: ['matter.created'] } }))
    await ok(owner.call('DELETE', `/members/${id}`))
    const { sent } = await working(left)
    expect(sent).toEqual([bySession, Number(ours.body['id'])].toSorted((a, b) => a - b))
    expect((await activeOf(left))[byKey]).toBe('member_removed')
  })

  it('never leaves an active endpoint behind, whichever of many requests comes first', async () => {
    const { owner, second, id, live } = await leaver()
    const body = { url, events: ['matter.created'] }
    const [removed] = await Promise.all([
      owner.call('DELETE', `/members/${id}`),
      ...Array.from({ length: 4 }, () => second.call('POST', '/live/webhooks', { body })),
      ...Array.from({ length: 4 }, () => api.call('POST', '/webhooks', { key: live, body })),
    ])
    expect(removed.status).toBe(200)
    const { webhooks } = (await owner.call('GET', '/live/webhooks')).body as unknown as {
      webhooks: { is_active: boolean }[]
    }
    expect(webhooks.filter((endpoint) => endpoint.is_active)).toEqual([])
  })
})

describe('another role for a member', () => {
  it('ends what the new role may not have', async () => {
    const left = await leaver()
    const { owner, id } = left
    const { endpoints } = (await owner.call('GET', `/members/${id}/access?role=developer`)).body as unknown as {
      endpoints: { id: number }[]
    }
    const changed = await ok(owner.call('PATCH', `/members/${id}`, { body: { role: 'developer' } }))
    expect(changed.body['ended_endpoints']).toEqual(endpoints)
    expect(await working(left)).toEqual(nothing)
    // It has no records in it.
    expect(await activeOf(left)).toEqual({
      [left.bySession]: 'role_changed',
      [left.byKey]: 'role_changed',
      [left.pingOnly]: true,
    })
  })

  it.each(['lawyer', 'read-only'])('ends all endpoints for a %s, who may make none', async (role) => {
    const left = await leaver()
    await ok(left.owner.call('PATCH', `/members/${left.id}`, { body: { role } }))
    expect(await working(left)).toEqual(nothing)
    expect(Object.values(await activeOf(left))).toEqual(['role_changed', 'role_changed', 'role_changed'])
  })

  it('keeps the endpoints on purpose, and all of them in the same role', async () => {
    const left = await leaver()
    const { owner, id, bySession, byKey } = left
    expect((await owner.call('GET', `/members/${id}/access?role=owner`)).body['endpoints']).toEqual([])
    const same = await ok(owner.call('PATCH', `/members/${id}`, { body: { role: 'owner' } }))
    expect(same.body['ended_endpoints']).toEqual([])
    await ok(owner.call('PATCH', `/members/${id}`, { body: { role: 'read-only', keep_endpoints: true } }))
    expect((await working(left)).sent).toEqual([bySession, byKey].toSorted((a, b) => a - b))
  })
})

it('ends everything when the account is closed', async () => {
  const left = await leaver()
  await closeAccount(api.db, { email: left.owner.email, days: 30 })
  expect(await working(left)).toEqual(nothing)
})

describe('revoking an API key', () => {
  it.each(['revoke', 'rotate'] as const)('ends its listeners (%s), and leaves its endpoints', async (how) => {
    const { owner, test, listener, hooks } = await leaver()
    const body = { url, events: ['matter.created'] }
    const endpoint = await ok(api.call('POST', '/webhooks', { key: test, body }))
    const { id } = (await api.call('GET', '/me', { key: test })).body['key'] as { id: number }
    await ok(owner.call('POST', `/test/keys/${id}/${how}`, { ...(how === 'rotate' && { body: { overlap_hours: 0 } }) }))
    const status = async (path: string) => (await fetch(api.origin + path, { method: 'POST', body: 'x' })).status
    expect(await Promise.all(hooks.map(status))).toEqual([200, 404])
    const left = (await owner.call('GET', '/test/webhooks')).body['webhooks'] as { id: number }[]
    const ids = left.map((each) => each.id)
    expect([ids.includes(listener.id), ids.includes(Number(endpoint.body['id']))]).toEqual([false, true])
  })
})

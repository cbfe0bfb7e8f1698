import { setAccountLimits } from '@matterbase/domain'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signIn } from './dash-browser.ts'
import type { Browser } from './dash-browser.ts'
import { startApi } from './harness.ts'
import type { Api } from './harness.ts'
import { plainTransaction } from './transaction.ts'

let api: Api
let owner: Browser

beforeAll(async () => {
  api = await startApi()
  owner = await signIn(api)
})
afterAll(() => api.close())

interface Made {
  id: number
  key: string
}

async function make(session: Browser, body: object = {}, environment = 'live'): Promise<Made> {
  const all = { name: 'CRM', scopes: ['matters:read', 'matters:write'], ...body }
  const reply = await session.call('POST', `/${environment}/keys`, { body: all })
  expect(reply.status, reply.text).toBe(201)
  return { id: reply.body.data.id, key: String(reply.body['key']) }
}

const me = (key: string) => api.call('GET', '/me', { key })
const one = async (id: number, environment = 'live') => (await owner.call('GET', `/${environment}/keys/${id}`)).body

it('are bounded by the limits that the operator set for the account', async () => {
  const owner = await signIn(api)
  await setAccountLimits(api.db, owner.email, { maxTier: 'pro', maxKeys: 2 })
  const create = (rateTier: string) =>
    owner.call('POST', '/test/keys', { body: { name: 'CRM', scopes: ['matters:read'], rate_tier: rateTier } })
  const refused = await create('enterprise')
  expect([refused.status, refused.body['details']]).toMatchObject([400, [{ field: 'rate_tier', code: 'not_allowed' }]])
  expect(refused.body.error).toContain('the operator of this server allows this account only free, pro')
  const made = await create('pro')
  expect((await create('free')).status).toBe(201)
  const full = await create('free')
  expect([full.status, full.body.code]).toEqual([409, 'limit_reached'])
  expect(full.body.error).toContain('This account has 2 of the 2 API keys that it can have')
  const rotate = (hours: number) =>
    owner.call('POST', `/test/keys/${made.body.data.id}/rotate`, { body: { overlap_hours: hours } })
  expect((await rotate(1)).body.code).toBe('limit_reached')
  expect((await rotate(0)).status).toBe(201)
})

describe('a new key', () => {
  it('works with the scopes, the tier and the workspace that were chosen, and is answered once', async () => {
    const { id, key } = await make(owner, { rate_tier: 'pro' }, 'test')
    expect(key).toMatch(/^mb_test_/)
    expect((await me(key)).body['key']).toEqual({
      id,
      name: 'CRM',
      environment: 'test',
      scopes: ['matters:read', 'matters:write'],
      rate_tier: 'pro',
      acts_for: null,
    })
    expect((await api.call('GET', '/clients', { key })).status).toBe(403)
    const seen = [await owner.call('GET', '/test/keys'), await owner.call('GET', `/test/keys/${id}`)]
    for (const { text } of seen) expect(text).not.toContain(key)
  })

  it('needs a name, a known scope and an end that is to come', async () => {
    const bad = { name: ' ', scopes: ['matters'], expires_at: '2020-01-01T00:00:00Z' }
    const reply = await owner.call('POST', '/live/keys', { body: bad })
    expect(reply.status).toBe(400)
    expect((reply.body['details'] as { field: string }[]).map(({ field }) => field)).toEqual(['name', 'scopes[0]'])
    const late = await owner.call('POST', '/live/keys', { body: { ...bad, name: 'x', scopes: ['leads:read'] } })
    expect(late.body).toMatchObject({ code: 'validation_failed', details: [{ field: 'expires_at' }] })
    expect((await owner.call('POST', '/live/keys', { body: { name: 'x', scopes: [] } })).status).toBe(400)
  })

  it('ends by itself when its time is over', async () => {
    const { id, key } = await make(owner, { expires_at: new Date(Date.now() + 3_600_000).toISOString() })
    expect((await me(key)).status).toBe(200)
    await api.db.run`UPDATE api_keys SET expires_at = now() - interval '1 s' WHERE id = ${id}`
    expect((await me(key)).status).toBe(401)
    expect((await one(id)).data).toMatchObject({ state: 'expired' })
  })
})

it('lets nobody wait while another request notes that a key is used', async () => {
  const { id, key } = await make(owner)
  let calls: ReturnType<typeof me>[] = []
  await plainTransaction(api.db, async (connection) => {
    await connection.query('SELECT id FROM api_keys WHERE id = $1 FOR UPDATE', [id])
    calls = Array.from({ length: 4 }, () => me(key))
    expect((await Promise.any(calls)).status).toBe(200)
    expect((await one(id)).data).toMatchObject({ last_used_at: null })
  })
  expect((await Promise.all(calls)).map(({ status }) => status)).toEqual([200, 200, 200, 200])
  expect((await one(id)).data).toMatchObject({ last_used_at: expect.any(String) })
})

it('says when, from where and with what a key was last used, and what for in the last 7 days', async () => {
  const { id, key } = await make(owner)
  expect((await one(id)).data).toMatchObject({ last_used_at: null, last_used_ip: null, last_used_agent: null })
  await api.call('POST', '/matters', { key, body: { title: 'Hale' }, headers: { 'user-agent': 'crm/2.1' } })
  await api.call('GET', '/matters', { key })
  await api.call('GET', '/matters', { key })
  await api.call('GET', '/clients', { key })
  await expect.poll(async () => (await one(id))['uses']).toHaveLength(3)
  const { data, uses } = await one(id)
  expect(data).toMatchObject({ last_used_agent: 'crm/2.1', last_used_ip: expect.stringMatching(/127\.0\.0\.1$/) })
  expect(Date.parse(String(data['last_used_at']))).toBeGreaterThanOrEqual(Date.parse(data['created_at']))
  expect(uses).toEqual([
    { operation: 'listMatters', calls: 2, failed: 0, last_at: expect.any(String) },
    { operation: 'createMatter', calls: 1, failed: 0, last_at: expect.any(String) },
    { operation: 'listClients', calls: 1, failed: 1, last_at: expect.any(String) },
  ])
})

it('refuses the very next call with a revoked key, and keeps the time of the first revocation', async () => {
  const { id, key } = await make(owner)
  expect((await me(key)).status).toBe(200)
  const revoked = await owner.call('POST', `/live/keys/${id}/revoke`)
  expect((await me(key)).status).toBe(401)
  expect(revoked.body.data).toMatchObject({ state: 'revoked' })
  const again = await owner.call('POST', `/live/keys/${id}/revoke`)
  expect(again.body.data['revoked_at']).toBe(revoked.body.data['revoked_at'])
})

describe('rotation', () => {
  it('gives a key with the same name, scopes and tier, and lets the old one go on for the overlap', async () => {
    const { id, key } = await make(owner, { rate_tier: 'enterprise' })
    const reply = await owner.call('POST', `/live/keys/${id}/rotate`, { body: { overlap_hours: 24 } })
    expect(reply.status, reply.text).toBe(201)
    const { data, previous } = reply.body as unknown as Record<'data' | 'previous', Record<string, unknown>>
    expect(data).toMatchObject({ name: 'CRM', scopes: ['matters:read', 'matters:write'], rate_tier: 'enterprise' })
    expect(previous).toMatchObject({ id, state: 'active', replaced_by: data['id'] })
    const hoursLeft = (Date.parse(String(previous['expires_at'])) - Date.now()) / 3_600_000
    expect(hoursLeft).toBeGreaterThan(23.9)
    expect(hoursLeft).toBeLessThanOrEqual(24)
    for (const each of [key, String(reply.body['key'])]) expect((await me(each)).status).toBe(200)
  })

  it('without an overlap ends the old key at once', async () => {
    const { id, key } = await make(owner)
    const reply = await owner.call('POST', `/live/keys/${id}/rotate`, { body: { overlap_hours: 0 } })
    expect((await me(key)).status).toBe(401)
    expect((await me(String(reply.body['key']))).status).toBe(200)
  })

  it('is for keys that work and were not rotated before, even when asked twice at once', async () => {
    const { id } = await make(owner)
    const rotate = () => owner.call('POST', `/live/keys/${id}/rotate`, { body: { overlap_hours: 1 } })
    const statuses = (await Promise.all([rotate(), rotate()])).map(({ status }) => status)
    expect(statuses.toSorted()).toEqual([201, 409])
    const { id: other } = await make(owner)
    await owner.call('POST', `/live/keys/${other}/revoke`)
    const refused = await owner.call('POST', `/live/keys/${other}/rotate`, { body: { overlap_hours: 1 } })
    expect(refused.body).toMatchObject({ code: 'conflict', error: expect.stringContaining('revoked') })
  })
})

it('asks for the password again before it makes or rotates a live key, not a test key', async () => {
  const session = await signIn(api)
  const { id } = await make(session)
  await api.db.run`UPDATE sessions SET authenticated_at = now() - interval '11 minutes'
    WHERE user_id = (SELECT id FROM users WHERE email = ${session.email})`
  const body = { name: 'late', scopes: ['leads:read'] }
  expect((await session.call('POST', '/live/keys', { body })).body.code).toBe('password_needed')
  const rotated = await session.call('POST', `/live/keys/${id}/rotate`, { body: { overlap_hours: 1 } })
  expect(rotated.body.code).toBe('password_needed')
  expect((await session.call('POST', '/test/keys', { body })).status).toBe(201)
})

it('notes in the audit log who made, rotated and revoked a key, without the key', async () => {
  const session = await signIn(api)
  const { id, key } = await make(session, { name: 'audited' })
  const rotated = await session.call('POST', `/live/keys/${id}/rotate`, { body: { overlap_hours: 1 } })
  await session.call('POST', `/live/keys/${id}/revoke`)
  const entries = await api.db.auditEntry.findMany({ where: { actor: session.email }, orderBy: { id: 'asc' } })
  const kept = entries.filter(({ action }) => action.startsWith('key.'))
  expect(kept.map(({ action }) => action)).toEqual(['key.created', 'key.rotated', 'key.revoked'])
  const text = JSON.stringify(kept, (_name, value: unknown) => (typeof value === 'bigint' ? String(value) : value))
  for (const secret of [key, String(rotated.body['key'])]) expect(text).not.toContain(secret)
})

it('knows no key of another account or of the other workspace', async () => {
  const { id } = await make(owner)
  const stranger = await signIn(api)
  for (const [method, path, body] of [
    ['GET', `/keys/${id}`, undefined],
    ['POST', `/keys/${id}/rotate`, { overlap_hours: 1 }],
    ['POST', `/keys/${id}/revoke`, undefined],
  ] as const)
    for (const [who, environment] of [
      [stranger, 'live'],
      [owner, 'test'],
    ] as const)
      expect((await who.call(method, `/${environment}${path}`, body ? { body } : {})).status).toBe(404)
  expect((await one(id)).data).toMatchObject({ state: 'active', replaced_by: null })
})

import { int } from '@matterbase/db'
import { password, totpCode } from '@matterbase/domain/testing'
import { accountContract, contract, dashContract } from '@matterbase/schemas'
import type { Operation, Resource } from '@matterbase/schemas'
import { validBody } from '@matterbase/schemas/testing'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { browserWith, cookieOf, dashCall, invite, join, signIn } from './dash-browser.ts'
import type { Browser } from './dash-browser.ts'
import { startApi } from './harness.ts'
import type { Api } from './harness.ts'
import { plainTransaction } from './transaction.ts'

let api: Api

beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

const stepNow = () => Math.floor(Date.now() / 30_000)
const requireOf = (by: Browser, isRequired = true) =>
  by.call('PUT', '/account/two-factor', { body: { is_required: isRequired } })
const mustSetUp = async (browser: Browser) => (await browser.call('GET', '/session')).body['must_set_up_two_factor']

/** Sets up two-factor authentication, as the dashboard does; returns the browser with its new cookie. */
async function setUp(browser: Browser): Promise<Browser> {
  const begun = await browser.call('POST', '/security/totp')
  expect(begun.status, begun.text).toBe(201)
  const code = totpCode(String(begun.body['secret']), stepNow())
  const enabled = await browser.call('POST', '/security/totp/enable', { body: { code } })
  expect(enabled.status, enabled.text).toBe(200)
  return browserWith(api, browser.email, cookieOf(enabled))
}

/** An account that requires two-factor authentication, and its owner, who has it. */
async function strictOwner(): Promise<Browser> {
  const owner = await setUp(await signIn(api))
  const reply = await requireOf(owner)
  expect([reply.status, reply.body]).toEqual([200, { success: true }])
  return owner
}

const actionsOf = async (owner: Browser) => {
  const { rows } = await owner.call('GET', '/audit')
  return rows.map(({ action }) => action).filter((action) => String(action).startsWith('two_factor.'))
}

describe('requiring two-factor authentication', () => {
  it('is for owners who have it, noted in the audit log, and can be undone', async () => {
    const alone = await signIn(api)
    const refused = await requireOf(alone)
    expect([refused.status, refused.body.code]).toEqual([409, 'conflict'])
    expect(refused.body.error).toContain('Set up two-factor authentication for yourself first')
    const owner = await setUp(alone)
    expect((await owner.call('GET', '/members')).body['requires_two_factor']).toBe(false)
    for (const isRequired of [true, true, false, false]) expect((await requireOf(owner, isRequired)).status).toBe(200)
    expect(await actionsOf(owner)).toEqual(['two_factor.not_required', 'two_factor.required', 'two_factor.enabled'])
    await requireOf(owner)
    expect((await owner.call('GET', '/members')).body['requires_two_factor']).toBe(true)
    expect((await owner.call('GET', '/live/matters')).status).toBe(200)
  })

  it.each(['lawyer', 'developer', 'read-only'] as const)('is not for a member with the role %s', async (role) => {
    const owner = await signIn(api)
    const member = await setUp(await join(api, owner, role))
    expect((await requireOf(member)).body.code).toBe('insufficient_scope')
  })

  it('needs the password again after 10 minutes', async () => {
    const owner = await setUp(await signIn(api))
    await api.db.run`UPDATE sessions SET authenticated_at = now() - interval '11 minutes'`
    expect((await requireOf(owner)).body.code).toBe('password_needed')
  })

  it('holds for the account alone', async () => {
    const [owner, other] = [await strictOwner(), await signIn(api)]
    expect([await mustSetUp(owner), await mustSetUp(other)]).toEqual([false, false])
    expect((await other.call('GET', '/live/matters')).status).toBe(200)
  })
})

describe('switching it off', () => {
  it('is refused in any account of the user while one requires it', async () => {
    const owner = await strictOwner()
    const elsewhere = await signIn(api)
    const { token } = await invite(elsewhere, 'lawyer', owner.email)
    const half = await dashCall(api, 'POST', `/links/${token}`, { body: { password } })
    expect(half.body).toEqual({ status: 'code_needed' })
    const accounts = (await owner.call('GET', '/session')).body['accounts'] as { owner_uuid: string }[]
    const switched = await owner.call('POST', '/session/switch-account', {
      body: { owner_uuid: accounts[1]?.owner_uuid },
    })
    expect(switched.status).toBe(200)
    const refused = await owner.call('DELETE', '/security/totp')
    expect([refused.status, refused.body.code]).toEqual([409, 'conflict'])
    expect(refused.body.error).toContain('requires two-factor authentication, so you cannot turn it off')
    expect((await owner.call('GET', '/security')).body).toMatchObject({ totp_enabled: true, is_totp_required: true })
    await owner.call('POST', '/session/switch-account', { body: { owner_uuid: accounts[0]?.owner_uuid } })
    await requireOf(owner, false)
    expect((await owner.call('DELETE', '/security/totp')).status).toBe(200)
  })

  it('loses against an owner who requires it at the same moment', async () => {
    const owner = await setUp(await signIn(api))
    const account = { email: owner.email }
    const { request } = await plainTransaction(api.db, async (connection) => {
      await connection.query('SELECT FROM users WHERE email = $1 FOR UPDATE', [owner.email])
      await connection.query('UPDATE accounts SET requires_two_factor = true WHERE email = $1', [owner.email])
      const request = owner.call('DELETE', '/security/totp')
      await vi.waitFor(
        async () => {
          const [row] = await api.db.rows({ count: int })`
            SELECT count(*)::int FROM pg_stat_activity
            WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%users%'`
          expect(row?.count).toBe(1)
        },
        { timeout: 20_000 },
      )
      return { request }
    })
    expect((await request).status).toBe(409)
    expect((await api.db.user.findUniqueOrThrow({ where: account })).totp_enabled_at).not.toBeNull()
  })
})

describe('a member without it', () => {
  it('signs in, can only set it up, and then do everything', async () => {
    const owner = await strictOwner()
    const { email } = await join(api, owner, 'lawyer')
    const lawyer = await signIn(api, { email, password })
    expect(await mustSetUp(lawyer)).toBe(true)
    const refused = await lawyer.call('GET', '/live/matters')
    expect([refused.status, refused.body.code]).toEqual([403, 'two_factor_needed'])
    const complete = await setUp(lawyer)
    expect(await mustSetUp(complete)).toBe(false)
    expect((await complete.call('GET', '/live/matters')).status).toBe(200)
    const again = await dashCall(api, 'POST', '/sign-in', { body: { email, password } })
    expect(again.body).toEqual({ status: 'code_needed' })
  })

  it('joins by an invitation and sets it up, as an owner too', async () => {
    const owner = await strictOwner()
    const { token, email } = await invite(owner, 'owner')
    const joined = await dashCall(api, 'POST', `/links/${token}`, { body: { name: 'Grace', password } })
    expect(joined.body).toEqual({ status: 'signed_in' })
    const grace = browserWith(api, email, cookieOf(joined))
    expect((await requireOf(grace, false)).body.code).toBe('two_factor_needed')
    expect((await requireOf(await setUp(grace), false)).status).toBe(200)
  })

  it('can sign out, and is asked for the password before the secret is shown', async () => {
    const owner = await strictOwner()
    const lawyer = await join(api, owner, 'lawyer')
    await api.db.run`UPDATE sessions SET authenticated_at = now() - interval '11 minutes'`
    expect((await lawyer.call('POST', '/security/totp')).body.code).toBe('password_needed')
    expect((await lawyer.call('POST', '/re-authenticate', { body: { password } })).status).toBe(200)
    expect((await lawyer.call('POST', '/security/totp')).status).toBe(201)
    expect((await lawyer.call('POST', '/sign-out')).status).toBe(200)
    expect((await lawyer.call('GET', '/session')).status).toBe(401)
  })

  it('loses other sessions, which have shown no code, by setting it up', async () => {
    const owner = await strictOwner()
    const here = await join(api, owner, 'lawyer')
    const elsewhere = await signIn(api, { email: here.email })
    const complete = await setUp(here)
    expect((await complete.call('GET', '/live/matters')).status).toBe(200)
    expect((await elsewhere.call('GET', '/session')).status).toBe(401)
  })

  it('is led there as well when the operator takes the lost one away', async () => {
    const owner = await strictOwner()
    await api.db.user.update({ where: { email: owner.email }, data: { totp_enabled_at: null, totp_secret: null } })
    expect(await mustSetUp(owner)).toBe(true)
    expect((await owner.call('GET', '/live/matters')).body.code).toBe('two_factor_needed')
    expect((await (await setUp(owner)).call('GET', '/live/matters')).status).toBe(200)
  })
})

const { me: _ofKeys, ...shared } = contract
const mounted = (prefix: string, resources: Readonly<Record<string, Resource<string>>>) =>
  Object.values(resources)
    .flatMap((resource) => Object.values(resource))
    .filter(({ lines }) => !lines)
    .map((operation): [string, Operation<string>] => [
      `${operation.method.toUpperCase()} ${prefix}${operation.path.replaceAll(/\{\w+\}/g, '1')}`,
      operation,
    ])

// Everything that a session can ask; a new operation of a contract is in the table automatically.
const operations = [...mounted('/test', { ...shared, ...dashContract }), ...mounted('', accountContract)]

// Routes of their own, which no contract has.
const files = [
  'POST /audit/export',
  'POST /live/matters/export',
  'GET /live/invoices/1/file',
  'GET /live/credit-notes/1/file',
  'GET /live/firm/logo',
  'PUT /live/firm/logo',
  'DELETE /live/firm/logo',
  'GET /live/documents/1/file',
  'PUT /live/documents/1/content',
]

describe('without it', () => {
  let member: Browser

  beforeAll(async () => {
    const owner = await strictOwner()
    member = await join(api, owner, 'owner')
  })

  it.each(operations.filter(([, { isEnrolment }]) => !isEnrolment))('%s is refused', async (name, operation) => {
    const [method = '', path = ''] = name.split(' ')
    const body = validBody(operation)
    const reply = await member.call(method, path, body && { body })
    expect([reply.status, reply.body.code]).toEqual([403, 'two_factor_needed'])
  })

  it.each(files)('%s is refused', async (name) => {
    const [method = '', path = ''] = name.split(' ')
    const reply = await member.call(method, path, method === 'GET' ? {} : { body: {} })
    expect([reply.status, reply.body.code]).toEqual([403, 'two_factor_needed'])
  })

  it('the operations that are left set it up', () => {
    const left = operations.filter(([, { isEnrolment }]) => isEnrolment).map(([name]) => name)
    expect(left.toSorted()).toEqual([
      'GET /session',
      'POST /re-authenticate',
      'POST /security/totp',
      'POST /security/totp/enable',
    ])
  })
})

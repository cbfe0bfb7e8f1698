import { password } from '@matterbase/domain/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { browserWith, cookieOf, dashCall, join, signIn } from './dash-browser.ts'
import type { Browser } from './dash-browser.ts'
import { startApi } from './harness.ts'
import type { Api } from './harness.ts'

let api: Api

beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

const another = 'another long password'
const change = (browser: Browser, next: string, current = password) =>
  browser.call('POST', '/security/password', { body: { current_password: current, new_password: next } })
const isIn = async (browser: Browser) => (await browser.call('GET', '/session')).status === 200
const passwordTypedLongAgo = () =>
  api.db.run`UPDATE sessions SET authenticated_at = now() - interval '10 minutes 1 second'`

describe('sessions', () => {
  it('are listed with where they are from, and without what opens them', async () => {
    const first = await signIn(api, { password })
    const second = await signIn(api, { email: first.email, password })
    const { body, text } = await second.call('GET', '/security/sessions')
    const sessions = body.data as unknown as { id: string; is_current: boolean }[]
    expect(sessions.map(({ is_current: current }) => current)).toEqual([true, false])
    expect(sessions[0]).toMatchObject({ ip: '127.0.0.1', user_agent: 'node' })
    for (const { cookie } of [first, second]) expect(text).not.toContain(cookie.split('=')[1])
  })

  it('end one by one, by whom they belong to only', async () => {
    const mine = await signIn(api)
    const other = await signIn(api, { email: mine.email })
    const stranger = await signIn(api)
    const { body } = await mine.call('GET', '/security/sessions')
    const [, { id }] = body.data as unknown as [unknown, { id: string }]
    expect((await stranger.call('DELETE', `/security/sessions/${id}`)).status).toBe(404)
    expect(await isIn(other)).toBe(true)
    expect((await mine.call('DELETE', `/security/sessions/${id}`)).status).toBe(200)
    expect([await isIn(mine), await isIn(other)]).toEqual([true, false])
  })

  it('end everywhere else with one request', async () => {
    const mine = await signIn(api)
    const others = [await signIn(api, { email: mine.email }), await signIn(api, { email: mine.email })]
    const stranger = await signIn(api)
    expect((await mine.call('DELETE', '/security/sessions')).body).toEqual({ success: true, ended: 2 })
    expect(await Promise.all([mine, ...others, stranger].map(isIn))).toEqual([true, false, false, true])
  })
})

describe('changing the password', () => {
  it('ends all other sessions and gives this one a new token', async () => {
    const mine = await signIn(api)
    const other = await signIn(api, { email: mine.email })
    const changed = await change(mine, another)
    expect(changed.body).toEqual({ success: true })
    expect(await Promise.all([mine, other, browserWith(api, '', cookieOf(changed))].map(isIn))).toEqual([
      false,
      false,
      true,
    ])
    const old = await dashCall(api, 'POST', '/sign-in', { body: { email: mine.email, password } })
    expect(old.status).toBe(401)
    await signIn(api, { email: mine.email, password: another })
  })

  it('needs the present one, which is counted like a sign-in', async () => {
    const mine = await signIn(api)
    for (let tried = 0; tried < 10; tried++)
      expect((await change(mine, another, 'wrong')).body['details']).toMatchObject([
        { field: 'current_password', code: 'wrong' },
      ])
    expect((await change(mine, another)).status).toBe(429)
    expect(await isIn(mine)).toBe(true)
  })

  it.each([
    ['nine char', 'at least 10 characters'],
    ['x'.repeat(129), 'at most 128 characters'],
    ['Password123', 'is too common'],
    ['aaaaaaaaaaaa', 'is too common'],
    ['EMAIL', 'must not be your name or email address'],
  ])('refuses %s', async (next, message) => {
    const mine = await signIn(api)
    const { status, body } = await change(mine, next.replace('EMAIL', mine.email))
    expect([status, body.error]).toEqual([400, expect.stringContaining(message)])
  })

  it.each(['tenletters', 'ten ünïcö', '🔑🗝🔒🔓🔏🔐🛡⚔🏰🗼', 'x y'.repeat(42)])('takes %s', async (next) => {
    const { status } = await change(await signIn(api), next.padEnd(10, '!'))
    expect(status).toBe(200)
  })
})

describe('the password is asked for again', () => {
  const guarded: readonly { method: string; path: string; body?: object }[] = [
    { method: 'POST', path: '/security/totp' },
    { method: 'POST', path: '/security/totp/enable', body: { code: '123456' } },
    { method: 'DELETE', path: '/security/totp' },
    { method: 'POST', path: '/security/recovery-codes' },
    { method: 'POST', path: '/members/invites', body: { email: 'a@example.com', role: 'lawyer' } },
    { method: 'POST', path: '/audit/export' },
    { method: 'POST', path: '/live/webhooks/1/rotate-secret', body: {} },
  ]

  it.each(guarded)(
    '$method $path answers password_needed 10 minutes after it was typed',
    async ({ method, path, body }) => {
      const mine = await signIn(api)
      await passwordTypedLongAgo()
      const reply = await mine.call(method, path, { body })
      expect([reply.status, reply.body.code]).toEqual([403, 'password_needed'])
      await mine.call('POST', '/re-authenticate', { body: { password } })
      expect((await mine.call(method, path, { body })).body.code).not.toBe('password_needed')
    },
  )

  it('for changes of members, too', async () => {
    const mine = await signIn(api)
    const { email } = await join(api, mine, 'lawyer')
    const { id } = await api.db.user.findUniqueOrThrow({ where: { email } })
    await passwordTypedLongAgo()
    for (const [method, path, body] of [
      ['PATCH', `/members/${id}`, { role: 'owner' }],
      ['DELETE', `/members/${id}`, undefined],
      ['POST', `/members/${id}/reset-link`, undefined],
    ] as const)
      expect((await mine.call(method, path, { body })).body.code).toBe('password_needed')
  })

  it('and a wrong one is counted and changes nothing', async () => {
    const mine = await signIn(api)
    await passwordTypedLongAgo()
    const reply = await mine.call('POST', '/re-authenticate', { body: { password: 'wrong' } })
    expect(reply.body['details']).toMatchObject([{ field: 'password', code: 'wrong' }])
    expect((await mine.call('POST', '/security/totp')).body.code).toBe('password_needed')
    expect(await api.db.signInFailure.count({ where: { email_key: mine.email } })).toBe(1)
  })
})

describe('profile and account', () => {
  it('can be renamed; the account by its owner only', async () => {
    const owner = await signIn(api)
    const lawyer = await join(api, owner, 'lawyer')
    await lawyer.call('PATCH', '/profile', { body: { name: ' Ada Lovelace ' } })
    expect((await lawyer.call('PATCH', '/account', { body: { name: 'Mine' } })).status).toBe(403)
    expect((await owner.call('PATCH', '/account', { body: { name: 'Lovelace LLP' } })).status).toBe(200)
    const { body } = await lawyer.call('GET', '/session')
    expect(body).toMatchObject({ user: { name: 'Ada Lovelace' }, account: { name: 'Lovelace LLP' }, role: 'lawyer' })
  })
})

describe('answers', () => {
  it('are kept nowhere, shown in no frame and sent to no other site', async () => {
    const mine = await signIn(api)
    for (const reply of [await mine.call('GET', '/session'), await dashCall(api, 'GET', '/session')])
      expect(Object.fromEntries(reply.headers)).toMatchObject({
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cross-origin-resource-policy': 'same-origin',
      })
    const { headers } = await mine.call('GET', '/session')
    expect(headers.get('access-control-allow-origin')).toBeNull()
    expect(headers.get('strict-transport-security')).toBeNull()
  })
})

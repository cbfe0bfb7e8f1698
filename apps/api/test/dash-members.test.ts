import { password } from '@matterbase/domain/testing'
import { randomUUID } from 'node:crypto'
import { hashPassword, makeLink, makeResetLink, newTotpSecret } from '@matterbase/domain'
import { createTestDatabase } from '@matterbase/db/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { browserWith, cookieOf, dashCall, invite, join, resetLink, signIn } from './dash-browser.ts'
import type { Browser } from './dash-browser.ts'
import { startApi } from './harness.ts'
import type { Api } from './harness.ts'

let api: Api

beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

const follow = (token: string, body: object, to = api) => dashCall(to, 'POST', `/links/${token}`, { body })
const look = (token: string) => dashCall(api, 'GET', `/links/${token}`)
const tokenOf = (url: string) => url.split('/').at(-1) ?? ''
const userOf = (email: string) => api.db.user.findUniqueOrThrow({ where: { email } })
const me = async (browser: Browser) => (await browser.call('GET', '/session')).body
const actionsOf = async (browser: Browser) =>
  (await browser.call('GET', '/audit')).rows.map(({ action, actor, target }) => [action, actor, target])

describe('an invitation', () => {
  it('is a link that lets somebody in with the role that was meant, and is noted', async () => {
    const owner = await signIn(api, { password })
    const { email, token, url } = await invite(owner, 'developer')
    expect(url).toBe(`http://localhost/invite/${token}`)
    expect((await look(token)).body).toEqual({
      purpose: 'invite',
      email,
      account_name: 'Test',
      role: 'developer',
    })
    const joined = await follow(token, { name: 'Grace', password })
    expect(await me(browserWith(api, email, cookieOf(joined)))).toMatchObject({
      user: { email, name: 'Grace' },
      role: 'developer',
      permissions: ['webhooks:write', 'keys:read', 'keys:write', 'logs:read'],
    })
    expect(await actionsOf(owner)).toEqual([
      ['session.started', email, null],
      ['member.joined', email, email],
      ['member.invited', owner.email, email],
      ['session.started', owner.email, null],
    ])
  })

  it('counts once, also when it is accepted twice at once', async () => {
    const { token, email } = await invite(await signIn(api), 'lawyer')
    const replies = await Promise.all([1, 2, 3].map((turn) => follow(token, { name: `Turn ${turn}`, password })))
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 410, 410])
    expect(await api.db.user.count({ where: { email } })).toBe(1)
    expect((await look(token)).body.code).toBe('link_expired')
  })

  it('can be taken back, is replaced by a newer one, and ends after 7 days', async () => {
    const owner = await signIn(api)
    const first = await invite(owner, 'lawyer')
    const second = await invite(owner, 'read-only', first.email)
    expect((await look(first.token)).status).toBe(410)
    const listed = await owner.call('GET', '/members')
    expect(listed.body['invites']).toMatchObject([{ id: second.id, email: first.email, role: 'read-only' }])
    expect(listed.text).not.toContain(second.token)
    expect((await owner.call('DELETE', `/members/invites/${second.id}`)).status).toBe(200)
    expect((await owner.call('DELETE', `/members/invites/${second.id}`)).status).toBe(404)
    expect((await look(second.token)).status).toBe(410)
    const third = await invite(owner, 'lawyer')
    await api.db.run`UPDATE one_time_links SET expires_at = expires_at - interval '7 days'`
    expect((await follow(third.token, { name: 'Late', password })).status).toBe(410)
  })

  it('of somebody who has a password needs that one, and adds the account to theirs', async () => {
    const [first, second] = [await signIn(api), await signIn(api)]
    const { token } = await invite(second, 'read-only', first.email.toUpperCase())
    expect((await look(token)).body).toMatchObject({ email: first.email })
    expect((await follow(token, { password: 'guessed wrong' })).body['details']).toMatchObject([
      { field: 'password', code: 'refused' },
    ])
    const joined = browserWith(api, first.email, cookieOf(await follow(token, { password })))
    const there = await me(joined)
    expect([there['role'], there['accounts']]).toEqual(['read-only', [expect.anything(), expect.anything()]])
    const [home] = there['accounts'] as [{ owner_uuid: string }]
    await joined.call('POST', '/session/switch-account', { body: { owner_uuid: home.owner_uuid } })
    expect(await me(joined)).toMatchObject({ role: 'owner', account: home })
  })

  it('tells nobody whether an address is known on the server, neither by its link nor by what it refuses', async () => {
    const [known, owner] = [(await signIn(api)).email, await signIn(api)]
    const unknown = `${randomUUID()}@example.com`
    const headers = { 'x-request-id': 'same' }
    const said = async (email: string) => {
      const made = await owner.call('POST', '/members/invites', { body: { email, role: 'lawyer' }, headers })
      const token = tokenOf(String(made.body.data['url']))
      const replies = [made, await dashCall(api, 'GET', `/links/${token}`, { headers })]
      const forms: object[] = [{ password: '' }, { password: 'short' }, { name: 'Ada', password: 'qwertyuiop' }, {}]
      for (const body of [...forms, { password: email }, { name: 'x'.repeat(256), password: 'short' }])
        replies.push(await dashCall(api, 'POST', `/links/${token}`, { body, headers }))
      // As many again as bring the limit.
      for (let tried = 0; tried < 7; tried++)
        replies.push(await dashCall(api, 'POST', `/links/${token}`, { body: { password: 'short' }, headers }))
      const hide = (text: string) =>
        text
          .replaceAll(email, 'THEM')
          .replaceAll(/[\da-f]{64}|invite\/[\w-]{43}|\d{4}-\d\d-\d\dT[\d:.]+Z|in \d+ min/g, '')
      return replies.map(({ status, text }) => [status, hide(text)])
    }
    const answers = await said(unknown)
    expect(await said(known)).toEqual(answers)
    expect(answers.map(([status]) => status)).toEqual([201, 200, ...Array.from({ length: 12 }, () => 400), 429])
    expect(await api.db.user.count({ where: { email: unknown } })).toBe(0)
  })

  it('lets somebody new in without a name, and takes a password that was set before there were rules', async () => {
    const owner = await signIn(api)
    const first = await invite(owner, 'lawyer', `grace.${randomUUID()}@example.com`)
    expect((await follow(first.token, { password })).status).toBe(200)
    expect((await userOf(first.email)).name).toBe(first.email.split('@')[0])
    const old = await signIn(api)
    const { id } = await userOf(old.email)
    await api.db.user.update({ where: { id }, data: { password_hash: await hashPassword('horse') } })
    await signIn(api, { email: old.email, password: 'horse' })
    const { token } = await invite(owner, 'lawyer', old.email)
    expect((await follow(token, { name: 'Somebody else', password: 'horse' })).body).toEqual({ status: 'signed_in' })
    expect((await userOf(old.email)).name).toBe('Test')
  })

  it('is refused for who is in already', async () => {
    const owner = await signIn(api)
    const reply = await owner.call('POST', '/members/invites', { body: { email: owner.email, role: 'owner' } })
    expect(reply.body['details']).toMatchObject([{ field: 'email', code: 'taken' }])
  })

  it('does not open the other accounts of whoever sends it', async () => {
    const [mine, theirs] = [await signIn(api), await signIn(api)]
    const { account } = (await me(theirs)) as unknown as { account: { owner_uuid: string } }
    const reply = await mine.call('POST', '/session/switch-account', { body: account })
    expect(reply.status).toBe(404)
    expect((await me(mine))['account']).not.toEqual(account)
  })
})

describe('members', () => {
  it('can be given another role, which counts from their next request on', async () => {
    const owner = await signIn(api)
    const lawyer = await join(api, owner, 'lawyer')
    const { id } = await userOf(lawyer.email)
    expect((await lawyer.call('GET', '/live/matters')).status).toBe(200)
    await owner.call('PATCH', `/members/${id}`, { body: { role: 'developer' } })
    const refused = await lawyer.call('GET', '/live/matters')
    expect([refused.status, refused.body.error]).toEqual([403, expect.stringContaining('matters:read')])
  })

  it('who are taken out are out at once', async () => {
    const owner = await signIn(api)
    const lawyer = await join(api, owner, 'lawyer')
    expect((await owner.call('DELETE', `/members/${(await userOf(lawyer.email)).id}`)).status).toBe(200)
    expect((await lawyer.call('GET', '/session')).status).toBe(401)
    const again = await dashCall(api, 'POST', '/sign-in', { body: { email: lawyer.email, password } })
    expect(again.body.code).toBe('wrong_credentials')
  })

  it('always have an owner among them, also when two owners go at once', async () => {
    const owner = await signIn(api)
    const ownId = (await userOf(owner.email)).id
    for (const [method, body] of [['DELETE'], ['PATCH', { role: 'lawyer' }]] as const) {
      const reply = await owner.call(method, `/members/${ownId}`, { body })
      expect([reply.status, reply.body.code]).toEqual([409, 'conflict'])
    }
    const second = await join(api, owner, 'owner')
    const secondId = (await userOf(second.email)).id
    const replies = await Promise.all([
      owner.call('DELETE', `/members/${secondId}`),
      second.call('DELETE', `/members/${ownId}`),
    ])
    expect(replies.map(({ status }) => status === 200)).toContain(true)
    const left = await api.db.membership.count({ where: { role: 'owner', user_id: { in: [ownId, secondId] } } })
    expect(left).toBe(1)
  })

  it('are the account’s own: another account’s cannot be touched', async () => {
    const [mine, theirs] = [await signIn(api), await signIn(api)]
    const id = (await userOf(theirs.email)).id
    const invited = await invite(theirs, 'lawyer')
    expect((await mine.call('PATCH', `/members/${id}`, { body: { role: 'lawyer' } })).status).toBe(404)
    expect((await mine.call('DELETE', `/members/${id}`)).status).toBe(404)
    expect((await mine.call('POST', `/members/${id}/reset-link`)).status).toBe(404)
    expect((await mine.call('DELETE', `/members/invites/${invited.id}`)).status).toBe(404)
    expect((await me(theirs))['role']).toBe('owner')
  })
})

describe('a reset link', () => {
  it('of an owner sets a new password once, and ends the sessions of before', async () => {
    const owner = await signIn(api)
    const lawyer = await join(api, owner, 'lawyer')
    const token = await resetLink(api, owner, lawyer)
    expect((await look(token)).body).toMatchObject({ purpose: 'reset', email: lawyer.email })
    expect((await follow(token, { password: 'short' })).body['details']).toMatchObject([{ field: 'password' }])
    const reset = await follow(token, { password: 'a brand new password' })
    expect(reset.body).toEqual({ status: 'signed_in' })
    expect((await lawyer.call('GET', '/session')).status).toBe(401)
    expect((await follow(token, { password: 'once more, please' })).status).toBe(410)
    await signIn(api, { email: lawyer.email, password: 'a brand new password' })
  })

  it('ends when the member joins another account', async () => {
    const [mine, theirs] = [await signIn(api), await signIn(api)]
    const lawyer = await join(api, mine, 'lawyer')
    const token = await resetLink(api, mine, lawyer)
    await follow((await invite(theirs, 'lawyer', lawyer.email)).token, { password })
    const reset = await follow(token, { password: 'a brand new password' })
    expect([reset.status, reset.body.code]).toEqual([410, 'link_expired'])
  })

  it('of the command line does not take the second factor away, unless asked to', async () => {
    const { email } = await signIn(api)
    const { id } = await userOf(email)
    await api.db.user.update({
      where: { id },
      data: { totp_secret: Buffer.from(newTotpSecret()), totp_enabled_at: new Date() },
    })
    const options = { email, publicUrl: 'https://firm.example' }
    const { url } = await makeResetLink(api.db, options)
    expect(url).toMatch(/^https:\/\/firm\.example\/reset\/[\w-]{43}$/)
    expect((await follow(tokenOf(url), { password })).body).toEqual({ status: 'code_needed' })
    const without = await makeResetLink(api.db, { ...options, withoutSecondFactor: true })
    expect((await follow(tokenOf(without.url), { password })).body).toEqual({ status: 'signed_in' })
    await expect(makeResetLink(api.db, { ...options, email: 'unknown@example.com' })).rejects.toThrow(
      'No user signs in as unknown@example.com',
    )
  })
})

describe('a setup link', () => {
  it('makes the first account, once, whoever follows it at the same time', async () => {
    const database = await createTestDatabase()
    const fresh = await startApi({ database: { db: database.db, databaseUrl: database.url } })
    try {
      const links = await Promise.all([1, 2].map(() => makeLink(database.db, 'http://localhost', { purpose: 'setup' })))
      const form = { name: 'Ada', password }
      expect((await follow(tokenOf(links[0]?.url ?? ''), form, fresh)).body['details']).toMatchObject([
        { field: 'email', code: 'invalid_format' },
      ])
      const replies = await Promise.all(
        links.flatMap(({ url }, turn) => [
          follow(tokenOf(url), { ...form, email: `a${turn}@example.com` }, fresh),
          follow(tokenOf(url), { ...form, email: `b${turn}@example.com` }, fresh),
        ]),
      )
      expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 410, 410, 410])
      const [account, ...more] = await database.db.account.findMany({
        include: { workspaces: true, memberships: true },
      })
      expect(more).toEqual([])
      expect(account?.workspaces.map(({ environment }) => environment).toSorted()).toEqual(['live', 'test'])
      expect(account?.memberships).toMatchObject([{ role: 'owner' }])
    } finally {
      await fresh.close()
      await database.close()
    }
  })

  it('is of no use once there is an account', async () => {
    const { url } = await makeLink(api.db, 'http://localhost', { purpose: 'setup' })
    const reply = await follow(tokenOf(url), { name: 'Eve', email: 'eve@example.com', password })
    expect([reply.status, reply.body.code]).toEqual([410, 'link_expired'])
  })
})

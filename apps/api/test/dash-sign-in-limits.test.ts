import { text } from '@matterbase/db'
import { password } from '@matterbase/domain/testing'
import { makeResetLink } from '@matterbase/domain'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { browserWith, cookieOf, dashCall } from './dash-browser.ts'
import { startApi } from './harness.ts'
import type { Api, Reply } from './harness.ts'

let api: Api

beforeAll(async () => {
  api = await startApi({ trustProxy: 1 })
})
afterAll(() => api.close())

const stranger = '198.51.100.7'
const home = '203.0.113.9'
const from = (address: string) => ({ 'x-forwarded-for': address })
const signIn = (address: string, body: { email: string; password?: string }, cookie = '') =>
  dashCall(api, 'POST', '/sign-in', { body: { password, ...body }, headers: from(address) }, cookie)

async function guess(times: number, address: string, email: string, cookie = '') {
  const replies: Reply[] = []
  for (let tried = 0; tried < times; tried++) replies.push(await signIn(address, { email, password: 'wrong' }, cookie))
  return replies.map(({ status }) => status)
}

/** The cookie by which a browser is known, as the answer to a sign-in sets it. */
const deviceOf = ({ headers }: Reply) =>
  headers
    .getSetCookie()
    .find((cookie) => cookie.startsWith('__Host-mb_device='))
    ?.split(';', 1)[0] ?? ''

/** As much as an attack from everywhere leaves behind. */
async function attack(email: string) {
  await api.db.run`
    INSERT INTO sign_in_waits (email_key, failures, next_at) VALUES (${email}, 40, now() + interval '1 minute')
    ON CONFLICT (email_key) DO UPDATE SET failures = 40, next_at = excluded.next_at`
  await api.db.run`
    INSERT INTO sign_in_failures (email_key, ip) SELECT ${email}, '192.0.2.' || n FROM generate_series(1, 60) AS n`
}

const nine = Array.from({ length: 9 }, () => 401)

describe('somebody who knows an email address', () => {
  it('cannot keep out whoever it belongs to', async () => {
    const email = await api.account()
    expect(await guess(11, stranger, email)).toEqual([...nine, 401, 429])
    expect((await signIn(home, { email })).body).toEqual({ status: 'signed_in' })
    expect((await signIn(stranger, { email })).status).toBe(429)
  })

  it('cannot slow them down in a browser that they have used, not even from everywhere, nor from next door', async () => {
    const email = await api.account()
    const device = deviceOf(await signIn(home, { email }))
    await attack(email)
    await guess(11, home, email)
    const unknown = await signIn('203.0.113.10', { email })
    expect([unknown.status, unknown.body.code]).toEqual([429, 'rate_limited'])
    expect(Number(unknown.headers.get('retry-after'))).toBeLessThanOrEqual(60)
    expect((await signIn(home, { email }, device)).body).toEqual({ status: 'signed_in' })
  })

  it('cannot keep out whoever is signed in from what asks for the password again', async () => {
    const email = await api.account()
    const owner = browserWith(api, email, cookieOf(await signIn(home, { email })))
    await attack(email)
    await guess(11, home, email)
    const options = { body: { password }, headers: from(home) }
    expect((await owner.call('POST', '/re-authenticate', options)).body).toEqual({ success: true })
  })

  it('gains nothing by a known device of their own', async () => {
    const [mine, theirs] = [await api.account(), await api.account()]
    const device = deviceOf(await signIn(stranger, { email: mine }))
    expect(await guess(11, stranger, theirs, device)).toEqual([...nine, 401, 429])
    await attack(theirs)
    expect((await signIn('198.51.100.8', { email: theirs }, device)).status).toBe(429)
  })

  it('gains nothing by changing addresses within one /64', async () => {
    const email = await api.account()
    for (let host = 1; host <= 10; host++) expect(await guess(1, `2001:db8:1:2::${host}`, email)).toEqual([401])
    expect(await guess(1, '2001:db8:1:2:ffff::1', email)).toEqual([429])
    expect(await guess(1, '2001:db8:1:3::1', email)).toEqual([401])
  })
})

describe('a known device', () => {
  it('has 10 tries of its own in 15 minutes', async () => {
    const email = await api.account()
    const device = deviceOf(await signIn(home, { email }))
    expect(await guess(11, home, email, device)).toEqual([...nine, 401, 429])
    expect((await signIn(home, { email }, device)).status).toBe(429)
    expect((await signIn(home, { email })).status).toBe(200)
  })

  it('gets another token at each sign-in, is kept as a hash, and stays known after signing out', async () => {
    const email = await api.account()
    const first = await signIn(home, { email })
    const device = deviceOf(first)
    await dashCall(api, 'POST', '/sign-out', {}, cookieOf(first))
    await attack(email)
    const second = await signIn(home, { email }, device)
    expect(deviceOf(second)).toMatch(/^__Host-mb_device=[\w-]{43}$/)
    expect(deviceOf(second)).not.toBe(device)
    expect((await signIn(home, { email }, device)).status).toBe(429)
    expect((await signIn(home, { email }, deviceOf(second))).status).toBe(200)
    const [row] = await api.db.rows({ text: text })`SELECT jsonb_agg(d)::text AS text FROM known_devices AS d`
    expect(row?.text).not.toContain(device.split('=')[1])
  })

  it('is one for each user who shares the browser', async () => {
    const [ada, grace] = [await api.account(), await api.account()]
    const shared = deviceOf(await signIn(home, { email: grace }, deviceOf(await signIn(home, { email: ada }))))
    for (const email of [ada, grace]) await attack(email)
    const next = await signIn(home, { email: ada }, shared)
    expect(next.status).toBe(200)
    expect((await signIn(home, { email: grace }, deviceOf(next))).status).toBe(200)
  })

  it('is none before the second factor was given, and none after the password was reset', async () => {
    const email = await api.account()
    const device = deviceOf(await signIn(home, { email }))
    await api.db.run`UPDATE users SET totp_enabled_at = now() WHERE email = ${email}`
    const half = await signIn(home, { email }, device)
    expect([half.body, deviceOf(half)]).toEqual([{ status: 'code_needed' }, ''])
    const { url } = await makeResetLink(api.db, { email, publicUrl: 'http://localhost', withoutSecondFactor: true })
    const reset = await dashCall(api, 'POST', `/links/${url.split('/').at(-1)}`, {
      body: { password: 'a brand new one' },
    })
    expect(reset.body).toEqual({ status: 'signed_in' })
    await attack(email)
    expect((await signIn(home, { email, password: 'a brand new one' }, device)).status).toBe(429)
    expect((await signIn(home, { email, password: 'a brand new one' }, deviceOf(reset))).status).toBe(200)
  })

  it('stays known where the password is changed or others are signed out, and is none elsewhere', async () => {
    const email = await api.account()
    const [here, there] = [await signIn(home, { email }), await signIn(home, { email })]
    const cookie = `${cookieOf(here)}; ${deviceOf(here)}`
    await dashCall(api, 'DELETE', '/security/sessions', {}, cookie)
    const body = { current_password: password, new_password: 'a brand new one' }
    expect((await dashCall(api, 'POST', '/security/password', { body }, cookie)).status).toBe(200)
    await attack(email)
    expect((await signIn(home, { email, password: 'a brand new one' }, deviceOf(there))).status).toBe(429)
    expect((await signIn(home, { email, password: 'a brand new one' }, deviceOf(here))).status).toBe(200)
  })
})

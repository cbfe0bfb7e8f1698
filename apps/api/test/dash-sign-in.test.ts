import { float, text } from '@matterbase/db'
import { password, totpCode } from '@matterbase/domain/testing'
import { argon2Sync, randomBytes } from 'node:crypto'
import { newTotpSecret } from '@matterbase/domain'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { cookieOf, dashCall, browserWith, signIn } from './dash-browser.ts'
import type { Browser } from './dash-browser.ts'
import { startApi } from './harness.ts'
import type { Api, CallOptions } from './harness.ts'

let api: Api

beforeAll(async () => {
  api = await startApi()
})
afterEach(() => void vi.useRealTimers())
afterAll(() => api.close())

const post = (path: string, body: object, cookie = '', options: CallOptions = {}) =>
  dashCall(api, 'POST', path, { body, ...options }, cookie)
const forgetFailures = () => api.db.run`DELETE FROM sign_in_failures`
const forgetStep = (email: string) => api.db.user.update({ where: { email }, data: { totp_last_step: null } })
const stepNow = () => Math.floor(Date.now() / 30_000)

/** Switches the second factor on; answers its secret and the recovery codes. */
async function withTotp(session: Browser) {
  const { secret } = (await session.call('POST', '/security/totp')).body as unknown as { secret: string }
  const enabled = await session.call('POST', '/security/totp/enable', { body: { code: totpCode(secret, stepNow()) } })
  expect(enabled.status, enabled.text).toBe(200)
  // Which is still good for signing in.
  await forgetStep(session.email)
  const cookie = cookieOf(enabled)
  return { secret, cookie, codes: enabled.body['recovery_codes'] as string[] }
}

/** The first half of a sign-in with a second factor. */
async function challenge(email: string) {
  const reply = await post('/sign-in', { email, password })
  expect(reply.body).toEqual({ status: 'code_needed' })
  return cookieOf(reply)
}

describe('signing in', () => {
  it('sets a cookie that scripts and other sites cannot use, for 30 days', async () => {
    const email = await api.account()
    const reply = await post('/sign-in', { email: ` ${email.toUpperCase()} `, password })
    expect(reply.body).toEqual({ status: 'signed_in' })
    const [session = '', device, ...more] = reply.headers.getSetCookie()
    expect(session).toMatch(/^__Host-mb_session=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; Secure; SameSite=Lax$/)
    expect(device).toMatch(/^__Host-mb_device=[\w-]{43}; Max-Age=15552000; Path=\/; HttpOnly; Secure; SameSite=Strict$/)
    expect(more).toEqual([])
  })

  it('answers the same whether the email or the password is wrong', async () => {
    const email = await api.account()
    const headers = { 'x-request-id': 'same' }
    const wrongPassword = await post('/sign-in', { email, password: 'not this one' }, '', { headers })
    const wrongEmail = await post('/sign-in', { email: 'nobody@example.com', password }, '', { headers })
    expect([wrongPassword.status, wrongPassword.body.code]).toEqual([401, 'wrong_credentials'])
    expect([wrongEmail.status, wrongEmail.text]).toEqual([401, wrongPassword.text])
    expect(wrongPassword.headers.get('set-cookie')).toBeNull()
  })

  it('refuses an email that cannot be stored', async () => {
    const reply = await post('/sign-in', { email: 'a\0@example.com', password })
    expect(reply.body).toMatchObject({ code: 'validation_failed', details: [{ field: 'email' }] })
  })

  it('takes a password in whatever Unicode form it is typed', async () => {
    const session = await signIn(api)
    const body = { current_password: password, new_password: 'Żółć i gęśl jaźń' }
    expect((await session.call('POST', '/security/password', { body })).status).toBe(200)
    await signIn(api, { email: session.email, password: 'Żółć i gęśl jaźń'.normalize('NFD') })
  })

  it('starts a new session each time, and ends the one that the browser had', async () => {
    const first = await signIn(api)
    const again = await post('/sign-in', { email: first.email, password }, first.cookie)
    expect(cookieOf(again)).not.toBe(first.cookie)
    expect((await first.call('GET', '/session')).status).toBe(401)
    expect((await browserWith(api, '', cookieOf(again)).call('GET', '/session')).status).toBe(200)
  })

  it('hashes a password anew when it was hashed at another cost', async () => {
    const email = await api.account()
    const [nonce, bare] = [randomBytes(16), (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '')]
    const options = { message: password, nonce, memory: 8192, passes: 1, parallelism: 1, tagLength: 32 }
    const cheap = `$argon2id$v=19$m=8192,t=1,p=1$${bare(nonce)}$${bare(argon2Sync('argon2id', options))}`
    await api.db.user.update({ where: { email }, data: { password_hash: cheap } })
    await signIn(api, { email, password })
    const { password_hash: kept } = await api.db.user.findUniqueOrThrow({ where: { email } })
    expect(kept).toContain('$m=19456,t=2,p=1$')
    await signIn(api, { email, password })
  })

  it('ends at sign-out: the cookie is worth nothing afterwards', async () => {
    const session = await signIn(api)
    const out = await session.call('POST', '/sign-out')
    expect(out.headers.get('set-cookie')).toContain('Max-Age=0')
    const after = await session.call('GET', '/session')
    expect([after.status, after.body.code]).toEqual([401, 'signed_out'])
  })

  it('ends when it was not used for 7 days, and after 30 days in any case', async () => {
    for (const age of ["seen_at = now() - interval '7 days 1 second'", 'expires_at = now()']) {
      const session = await signIn(api)
      await api.db.$queryRawUnsafe(
        `UPDATE sessions SET ${age} FROM users WHERE users.id = user_id AND users.email = '${session.email}'`,
      )
      expect((await session.call('GET', '/session')).status).toBe(401)
    }
  })

  it('refuses who was taken out of every account', async () => {
    const email = await api.account()
    await api.db.run`DELETE FROM memberships USING users WHERE users.id = user_id AND users.email = ${email}`
    expect((await post('/sign-in', { email, password })).body.code).toBe('wrong_credentials')
  })

  it.each([
    [undefined, 400],
    ['[]', 400],
    ['{', 400],
    ['{"email":1}', 400],
  ])('answers 400 to the body %s', async (body, status) => {
    expect((await dashCall(api, 'POST', '/sign-in', { body })).status).toBe(status)
  })
})

describe('the limits', () => {
  it('let 10 failures of an email address through from one address in 15 minutes, also when they come at once', async () => {
    await forgetFailures()
    const email = await api.account()
    const tries = await Promise.all(Array.from({ length: 16 }, () => post('/sign-in', { email, password: 'wrong' })))
    const statuses = tries.map(({ status }) => status).toSorted((a, b) => a - b)
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), ...Array.from({ length: 6 }, () => 429)])
    const refused = await post('/sign-in', { email, password })
    expect([refused.status, refused.body.code]).toEqual([429, 'rate_limited'])
    const wait = Number(refused.headers.get('retry-after'))
    expect(wait).toBeLessThanOrEqual(900)
    // However long that took: until the first of them is forgotten, which is less by now.
    const [first] = await api.db.rows({ left: float })`
      SELECT extract(epoch FROM min(failed_at) + interval '15 minutes' - now())::float AS left
      FROM sign_in_failures WHERE email_key = ${email}`
    expect(wait).toBeGreaterThanOrEqual(first?.left ?? Number.NaN)
    await signIn(api, { password })
  })

  it('lock nobody out: after Retry-After the right password is taken again', async () => {
    await forgetFailures()
    const email = await api.account()
    for (let tried = 0; tried < 10; tried++) await post('/sign-in', { email, password: 'wrong' })
    await api.db.run`
      UPDATE sign_in_failures SET failed_at = failed_at - interval '14 minutes 50 seconds' WHERE email_key = ${email}`
    const refused = await post('/sign-in', { email, password })
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(10)
    await api.db.run`UPDATE sign_in_failures SET failed_at = failed_at - interval '10 seconds'`
    await signIn(api, { email, password })
  })

  it('let 50 failures of one IP address through, whatever the email', async () => {
    await forgetFailures()
    await api.db.run`
      INSERT INTO sign_in_failures (email_key, ip) SELECT 'someone ' || n, '127.0.0.1' FROM generate_series(1, 49) AS n`
    expect((await post('/sign-in', { email: 'fiftieth@example.com', password })).status).toBe(401)
    expect((await post('/sign-in', { email: await api.account(), password })).status).toBe(429)
    await forgetFailures()
  })

  it('do not count what went right', async () => {
    await forgetFailures()
    const email = await api.account()
    for (let times = 0; times < 12; times++) await signIn(api, { email, password })
    expect(await api.db.signInFailure.count()).toBe(0)
  })
})

describe('a second factor', () => {
  it('is asked for after the password, and only both together open anything', async () => {
    const owner = await signIn(api)
    const { secret } = await withTotp(owner)
    const half = await challenge(owner.email)
    const notYet = await dashCall(api, 'GET', '/session', {}, half)
    expect([notYet.status, notYet.body.code]).toEqual([401, 'signed_out'])
    const done = await post('/sign-in/code', { code: totpCode(secret, stepNow()) }, half)
    expect(done.body).toEqual({ status: 'signed_in' })
    expect(cookieOf(done)).not.toBe(half)
    expect((await dashCall(api, 'GET', '/session', {}, half)).status).toBe(401)
    const session = await dashCall(api, 'GET', '/session', {}, cookieOf(done))
    expect(session.body['user']).toMatchObject({ totp_enabled: true })
  })

  it('takes each code once, also when it comes twice at once', async () => {
    const owner = await signIn(api)
    const { secret } = await withTotp(owner)
    const halves = [await challenge(owner.email), await challenge(owner.email)]
    const code = totpCode(secret, stepNow())
    const replies = await Promise.all(halves.map((half) => post('/sign-in/code', { code }, half)))
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 401])
    const third = await post('/sign-in/code', { code }, await challenge(owner.email))
    expect([third.status, third.body.code]).toEqual([401, 'wrong_code'])
  })

  it('takes the code of the step before and after, and none that is older', async () => {
    const owner = await signIn(api)
    const { secret } = await withTotp(owner)
    vi.useFakeTimers({ toFake: ['Date'] })
    for (const [away, status] of [
      [-1, 200],
      [1, 200],
      [-3, 401],
      [3, 401],
    ] as const) {
      await forgetStep(owner.email)
      const code = totpCode(secret, stepNow() + away)
      const reply = await post('/sign-in/code', { code }, await challenge(owner.email))
      expect([away, reply.status]).toEqual([away, status])
    }
  })

  it('ends a challenge after five wrong codes, even for the right one', async () => {
    await forgetFailures()
    const owner = await signIn(api)
    const { secret } = await withTotp(owner)
    const half = await challenge(owner.email)
    for (let tried = 0; tried < 5; tried++)
      expect((await post('/sign-in/code', { code: 'wrong' }, half)).body.code).toBe('wrong_code')
    const sixth = await post('/sign-in/code', { code: totpCode(secret, stepNow()) }, half)
    expect([sixth.status, sixth.body.code]).toEqual([401, 'signed_out'])
  })

  it('counts wrong codes like wrong passwords, so that new challenges give no new tries', async () => {
    await forgetFailures()
    const owner = await signIn(api)
    await withTotp(owner)
    for (let round = 0; round < 2; round++) {
      const half = await challenge(owner.email)
      for (let tried = 0; tried < 5; tried++) await post('/sign-in/code', { code: 'wrong' }, half)
    }
    expect((await post('/sign-in', { email: owner.email, password })).status).toBe(429)
    await forgetFailures()
  })

  it('waits no longer than 10 minutes', async () => {
    const owner = await signIn(api)
    const { secret } = await withTotp(owner)
    const half = await challenge(owner.email)
    await api.db.run`UPDATE sessions SET expires_at = expires_at - interval '10 minutes' WHERE NOT is_complete`
    const late = await post('/sign-in/code', { code: totpCode(secret, stepNow()) }, half)
    expect(late.body.code).toBe('signed_out')
  })

  it('can be replaced by each of ten recovery codes, once, also when it comes twice at once', async () => {
    const owner = await signIn(api)
    const { codes } = await withTotp(owner)
    expect(codes).toHaveLength(10)
    expect(new Set(codes).size).toBe(10)
    const halves = [await challenge(owner.email), await challenge(owner.email)]
    const typed = codes[0]?.toLowerCase().replaceAll('-', ' ')
    const replies = await Promise.all(
      halves.map((half) => post('/sign-in/recovery-code', { recovery_code: typed }, half)),
    )
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 401])
    const entered = replies.map(cookieOf).find((cookie) => cookie !== '') ?? ''
    const session = browserWith(api, '', entered)
    expect((await session.call('GET', '/security')).body).toMatchObject({ totp_enabled: true, recovery_codes_left: 9 })
    const renewed = await session.call('POST', '/security/recovery-codes')
    expect(renewed.body['recovery_codes']).toHaveLength(10)
    const old = await post('/sign-in/recovery-code', { recovery_code: codes[1] }, await challenge(owner.email))
    expect(old.body.code).toBe('wrong_code')
  })

  it('keeps neither its secret nor recovery codes readable, and is gone once switched off', async () => {
    const owner = await signIn(api)
    const { secret, codes, cookie } = await withTotp(owner)
    const [row] = await api.db.rows({ text: text })`
      SELECT (SELECT jsonb_agg(users) FROM users)::text || (SELECT jsonb_agg(c) FROM recovery_codes AS c)::text AS text`
    expect(row?.text).not.toContain(secret)
    expect(row?.text).not.toContain(Buffer.from(secret).toString('hex'))
    for (const code of codes) expect(row?.text).not.toContain(code)
    expect((await browserWith(api, '', cookie).call('DELETE', '/security/totp')).status).toBe(200)
    expect((await post('/sign-in', { email: owner.email, password })).body).toEqual({ status: 'signed_in' })
  })

  it('is not switched on by a code that does not fit, nor by one of another secret', async () => {
    const owner = await signIn(api)
    expect((await owner.call('POST', '/security/totp/enable', { body: { code: '123456' } })).body.code).toBe('conflict')
    await owner.call('POST', '/security/totp')
    const code = totpCode(newTotpSecret(), stepNow())
    const reply = await owner.call('POST', '/security/totp/enable', { body: { code } })
    expect(reply.body['details']).toMatchObject([{ field: 'code', code: 'wrong' }])
  })
})

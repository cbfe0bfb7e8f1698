import { findUser, rememberDevice } from '@matterbase/domain'
import { password } from '@matterbase/domain/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { cookieOf, dashCall } from './dash-browser.ts'
import { startApi } from './harness.ts'
import type { Api } from './harness.ts'

let api: Api

beforeAll(async () => {
  api = await startApi({ trustProxy: 1, canMail: true })
})
afterAll(() => api.close())

/** A client with the right password and a wrong code, each time from another address. */
async function wrongCode(email: string, place: number) {
  const headers = { 'x-forwarded-for': `198.51.100.${place}` }
  const half = await dashCall(api, 'POST', '/sign-in', { body: { email, password }, headers })
  expect(half.body).toEqual({ status: 'code_needed' })
  return dashCall(api, 'POST', '/sign-in/code', { body: { code: '000000' }, headers }, cookieOf(half))
}

async function userWithCodes() {
  const email = await api.account()
  await api.db.run`UPDATE users SET totp_enabled_at = now() WHERE email = ${email}`
  return email
}

it('are refused after 30 in a day, from any place and however slowly, until the day is over', async () => {
  const email = await userWithCodes()
  await api.db.run`
    INSERT INTO sign_in_failures (email_key, ip, kind, failed_at)
    SELECT ${email}, '203.0.113.' || n, 'code', now() - n * interval '20 minutes' FROM generate_series(1, 29) AS n`
  expect((await wrongCode(email, 1)).status).toBe(401)
  const refused = await wrongCode(email, 2)
  expect([refused.status, refused.body.code]).toEqual([429, 'rate_limited'])
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(12 * 3_600)
  await api.db.run`UPDATE sign_in_failures SET failed_at = failed_at - interval '1 day' WHERE email_key = ${email}`
  expect((await wrongCode(email, 3)).status).toBe(401)
})

it('are refused after 30 in a day from known browsers too, whichever of them and however their cookies change', async () => {
  const email = await userWithCodes()
  const user = await findUser(api.db, { email })
  const fromBrowser = async (token: string) => {
    const cookie = `__Host-mb_device=${token}`
    const half = await dashCall(api, 'POST', '/sign-in', { body: { email, password } }, cookie)
    const both = `${cookie}; ${cookieOf(half)}`
    return dashCall(api, 'POST', '/sign-in/code', { body: { code: '000000' } }, both)
  }
  const newBrowser = () => rememberDevice(api.db, user?.id ?? '', undefined)
  await api.db.run`
    INSERT INTO sign_in_failures (email_key, ip, device_hash, kind, failed_at)
    SELECT ${email}, '203.0.113.1', sha256(n::text::bytea), 'code', now() - n * interval '20 minutes'
    FROM generate_series(1, 29) AS n`
  expect((await fromBrowser(await newBrowser())).status).toBe(401)
  const refused = await fromBrowser(await newBrowser())
  expect([refused.status, refused.body.code]).toEqual([429, 'rate_limited'])
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(12 * 3_600)
  // Strangers with the password have a count of their own, in both directions.
  expect((await wrongCode(email, 1)).status).toBe(401)
})

it('tell the user by one email a day, from the fifth one on, and the audit log each time', async () => {
  const email = await userWithCodes()
  const mails = () => api.db.mail.findMany({ where: { recipients: { has: email } } })
  for (let place = 1; place <= 4; place++) await wrongCode(email, place)
  expect(await mails()).toEqual([])
  await Promise.all([wrongCode(email, 5), wrongCode(email, 6)])
  await wrongCode(email, 7)
  const [mail, ...more] = await mails()
  expect(more).toEqual([])
  expect(mail).toMatchObject({ kind: 'notice', status: 'pending', subject: 'Wrong codes after your password' })
  expect(mail?.message).toMatch(/[56] wrong two-factor codes .* from the IP address 198\.51\.100\.[56]\./)
  expect(await api.db.auditEntry.count({ where: { actor: email, action: 'session.refused' } })).toBe(7)
})

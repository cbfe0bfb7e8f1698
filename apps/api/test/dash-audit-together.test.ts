import { password } from '@matterbase/domain/testing'
import { text } from '@matterbase/db'
import { createTestDatabase } from '@matterbase/db/testing'
import type { TestDatabase } from '@matterbase/db/testing'
import { makeLink, makeResetLink, renewRecoveryCodes } from '@matterbase/domain'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { cookieOf, dashCall, invite, signIn } from './dash-browser.ts'
import { startApi } from './harness.ts'
import type { Api } from './harness.ts'

const publicUrl = 'http://localhost'
let database: TestDatabase
let api: Api

beforeAll(async () => {
  database = await createTestDatabase()
  api = await startApi({ database: { db: database.db, databaseUrl: database.url } })
})
afterAll(async () => {
  await api.close()
  await database.close()
})

/** All that signing in changes, but for what limits how often it is tried. */
const stored = () => database.db.rows({ all: text })`
  SELECT jsonb_build_array(
    (SELECT jsonb_agg(t ORDER BY owner_uuid) FROM accounts AS t), (SELECT jsonb_agg(t ORDER BY id) FROM users AS t),
    (SELECT jsonb_agg(t ORDER BY user_id) FROM memberships AS t), (SELECT jsonb_agg(t ORDER BY token_hash) FROM one_time_links AS t),
    (SELECT jsonb_agg(t ORDER BY code_hash) FROM recovery_codes AS t), (SELECT jsonb_agg(t ORDER BY id) FROM audit_entries AS t),
    (SELECT jsonb_agg(to_jsonb(t) - 'seen_at' - 'totp_failures' ORDER BY id_hash) FROM sessions AS t))::text AS all`

/** While this runs, no entry can be written in the audit log. */
async function withoutLog<T>(work: () => Promise<T>): Promise<T> {
  await database.db.run`ALTER TABLE audit_entries ADD CONSTRAINT closed CHECK (false) NOT VALID`
  try {
    return await work()
  } finally {
    await database.db.run`ALTER TABLE audit_entries DROP CONSTRAINT closed`
  }
}

const lastActions = async (count: number) => {
  const entries = await database.db.auditEntry.findMany({ orderBy: { id: 'desc' }, take: count })
  return entries.map(({ action }) => action).toReversed()
}

/** Does it without the log, which must change nothing, and then with it. */
async function doTwice(path: string, body: object, actions: string[], cookie = '') {
  const send = () => dashCall(api, 'POST', path, { body }, cookie)
  const before = await stored()
  expect((await withoutLog(send)).status).toBe(500)
  expect(await stored()).toEqual(before)
  const reply = await send()
  expect(reply.status, reply.text).toBe(200)
  expect(await lastActions(actions.length)).toEqual(actions)
  return reply
}

const follow = (url: string, form: object, actions: string[]) =>
  doTwice(`/links/${url.split('/').at(-1) ?? ''}`, form, actions)

it('signs nobody in or out, sets nothing up and resets nothing without an entry in the audit log', async () => {
  const { db } = database
  const email = 'ada@example.com'
  const { url } = await makeLink(db, publicUrl, { purpose: 'setup' })
  await follow(url, { email, name: 'Ada', password }, ['account.created', 'session.started'])
  const signedIn = await doTwice('/sign-in', { email, password }, ['session.started'])
  await doTwice('/sign-out', {}, ['session.ended'], cookieOf(signedIn))

  const owner = await signIn(api, { email })
  const invited = await invite(owner, 'lawyer')
  await follow(invited.url, { name: 'Grace', password }, ['member.joined', 'session.started'])
  const reset = await makeResetLink(db, { email, publicUrl })
  await follow(reset.url, { password }, ['password.reset', 'session.started'])

  const { id } = await db.user.findUniqueOrThrow({ where: { email } })
  const [code] = await renewRecoveryCodes(db, id)
  await db.user.update({ where: { id }, data: { totp_enabled_at: new Date() } })
  const half = await dashCall(api, 'POST', '/sign-in', { body: { email, password } })
  expect(half.body).toEqual({ status: 'code_needed' })
  await doTwice('/sign-in/recovery-code', { recovery_code: code }, ['session.started'], cookieOf(half))
})

it('makes no link of the command line without its entry', async () => {
  const before = await stored()
  const options = { email: 'ada@example.com', publicUrl, withoutSecondFactor: true }
  await expect(withoutLog(() => makeResetLink(database.db, options))).rejects.toThrow('closed')
  expect(await stored()).toEqual(before)
  await makeResetLink(database.db, options)
  expect(await lastActions(2)).toEqual(['password.reset_link_made', 'two_factor.disabled'])
})

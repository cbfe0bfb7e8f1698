import { password } from '@matterbase/domain/testing'
import { randomUUID } from 'node:crypto'
import { closeAccount, findWorkspace, reopenAccount } from '@matterbase/domain'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { dashCall, signIn } from './dash-browser.ts'
import { startApi } from './harness.ts'
import type { Api } from './harness.ts'

let api: Api

beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

it('lets nobody into a closed account from the next request on, by key, session, password, public page or test inbox', async () => {
  const email = await api.account()
  const [key, slug] = [await api.key({ email }), `form-${randomUUID()}`]
  await api.db.run`
    INSERT INTO intake_forms (workspace_id, slug, title, introduction, practice_areas, is_open)
    VALUES (${await findWorkspace(api.db, email, 'live')}, ${slug}, 'Ask us', '', '{}', true)`
  const browser = await signIn(api, { email })
  const made = await browser.call('POST', '/test/inbox')
  const { pathname } = new URL((made.body as unknown as { inbox: { url: string } }).inbox.url)
  const answers = async () => [
    (await api.call('GET', '/me', { key })).status,
    (await browser.call('GET', '/session')).status,
    (await dashCall(api, 'POST', '/sign-in', { body: { email, password } })).status,
    (await fetch(`${api.origin}/intake/${slug}`)).status,
    (await fetch(api.origin + pathname, { method: 'POST', body: 'x' })).status,
  ]
  expect(await answers()).toEqual([200, 200, 200, 200, 200])
  await closeAccount(api.db, { email, days: 30 })
  expect(await answers()).toEqual([401, 401, 401, 404, 404])
  await reopenAccount(api.db, email)
  // The session of before is gone for good.
  expect(await answers()).toEqual([200, 401, 200, 200, 200])
})

import { password } from '@matterbase/domain/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { join, signIn } from './dash-browser.ts'
import type { Browser } from './dash-browser.ts'
import { startApi } from './harness.ts'
import type { Api } from './harness.ts'

let api: Api

beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

const age = () => api.db.run`UPDATE sessions SET authenticated_at = now() - interval '11 minutes'`

/** An export of as many chosen records as `count`, whether or not they exist. */
async function choose(who: Browser, count: number, path = '/live/matters') {
  const ids = Array.from({ length: count }, (_, at) => at + 1).join(',')
  const { status, body } = await who.call('POST', `${path}/export?ids=${ids}`)
  return status === 200 ? 200 : body.code
}

it('lets a member export 50 chosen records a day without a recent password, in as many pieces and lists as they like', async () => {
  const owner = await signIn(api)
  const lawyer = await join(api, owner, 'lawyer')
  await age()
  expect(await choose(owner, 51)).toBe('password_needed')
  expect([await choose(owner, 30), await choose(owner, 20, '/live/clients')]).toEqual([200, 200])
  expect([await choose(owner, 1), await choose(owner, 1, '/live/invoices')]).toEqual([
    'password_needed',
    'password_needed',
  ])
  expect(await choose(lawyer, 50)).toBe(200)
  await owner.call('POST', '/re-authenticate', { body: { password } })
  expect(await choose(owner, 1000)).toBe(200)
  await age()
  expect(await choose(owner, 1)).toBe('password_needed')
  await api.db.run`UPDATE audit_entries SET at = at - interval '25 hours' WHERE action = 'data.exported'`
  expect(await choose(owner, 50)).toBe(200)
})

it('counts exports that begin together one after the other, and none of test', async () => {
  const owner = await signIn(api)
  await age()
  const replies = await Promise.all(Array.from({ length: 8 }, () => choose(owner, 20)))
  expect(replies.filter((reply) => reply === 200)).toHaveLength(2)
  expect(await choose(owner, 1000, '/test/matters')).toBe(200)
})

import { hashKey } from '@matterbase/domain'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startApi } from './harness.ts'
import type { Api } from './harness.ts'

let api: Api
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

it('refuses a revoked key from the next request on, however many are under way', async () => {
  const keys = await Promise.all(Array.from({ length: 10 }, () => api.key()))
  const revoked = new Set<string>()
  const late: number[] = []
  let answered = 0
  const calling = keys.flatMap((key) =>
    ['/matters?limit=1', '/me', '/matters/1'].map(async (path) => {
      // All refusals together stay below the limit of wrong keys.
      for (let refusals = 0; refusals < 5;) {
        const wasRevoked = revoked.has(key)
        const { status } = await api.call('GET', path, { key })
        answered++
        if (wasRevoked) refusals++
        if (wasRevoked && status !== 401) late.push(status)
      }
    }),
  )
  for (const key of keys) {
    const before = answered
    await expect.poll(() => answered).toBeGreaterThan(before + 50)
    await api.db.run`
      UPDATE api_keys SET revoked_at = now() WHERE key_hash = ${hashKey(key)}`
    revoked.add(key)
  }
  await Promise.all(calling)
  expect(late).toEqual([])
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { AbortError, ConnectionError, Matterbase, TimeoutError } from '../../src/index.ts'
import { signedRequest } from '../../src/testing/index.ts'
import { createWebHandler } from '../../src/webhooks/index.ts'
import { startService } from './service.ts'

let service: Awaited<ReturnType<typeof startService>>
let odd: Matterbase
beforeAll(async () => {
  service = await startService()
  odd = new Matterbase({ apiKey: 'mb_test_x', baseUrl: service.oddUrl, maxRetries: 0 })
})
afterAll(() => service.stop())

// What differs from runtime to runtime: fetch, signals, Request and Response.
describe('over the network', () => {
  it('sends key and name of the SDK', async () => {
    const headers = JSON.parse((await odd.matters.get(1)).title)
    expect(headers).toMatchObject({ authorization: 'Bearer mb_test_x', accept: 'application/json' })
    expect(headers['user-agent']).toMatch(/^matterbase-sdk\//)
  })

  it('a stalled body ends at the timeout', async () => {
    const from = performance.now()
    await expect(odd.matters.get(2, { timeout: 200 })).rejects.toBeInstanceOf(TimeoutError)
    expect(performance.now() - from).toBeLessThan(2000)
  })

  it('a signal ends a call in the middle of a body, one of the runtime too', async () => {
    const controller = new AbortController()
    setTimeout(() => controller.abort('enough'), 100)
    const call = odd.matters.get(2, { signal: controller.signal })
    await expect(call).rejects.toMatchObject({ name: 'AbortError', cause: 'enough' })
    await expect(odd.matters.get(2, { signal: AbortSignal.timeout(50) })).rejects.toBeInstanceOf(AbortError)
  })

  it('a redirect is not followed with the key, but told', async () => {
    await expect(odd.matters.get(3)).rejects.toThrow('redirect')
  })

  it('a service that is not there is a ConnectionError', async () => {
    const nobody = new Matterbase({ apiKey: 'mb_test_x', baseUrl: 'http://127.0.0.1:9/api/v1', maxRetries: 0 })
    await expect(nobody.me()).rejects.toBeInstanceOf(ConnectionError)
  })

  it("deliveries verify from the runtime's own Request", async () => {
    const secret = 'whsec_dGVzdA=='
    const receive = createWebHandler({ secret, on: {}, onError() {} })
    const answers = [
      await receive(await signedRequest({ event: 'ping.test', secret })),
      await receive(await signedRequest({ event: 'ping.test', secret: 'whsec_b3RoZXI=' })),
    ]
    expect(answers.map(({ status }) => status)).toEqual([200, 401])
  })
})

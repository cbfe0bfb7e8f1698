import { beforeAll, describe, expect, it } from 'vitest'

import { AbortError, ConnectionError, Matterbase, type Middleware, TimeoutError } from '../../src/index.ts'
import { signedRequest } from '../../src/testing/index.ts'
import { createWebHandler } from '../../src/webhooks/index.ts'
import { realService } from './service.ts'

let service: Awaited<ReturnType<typeof realService>>
let odd: Matterbase
beforeAll(async () => {
  service = await realService()
  odd = new Matterbase({ apiKey: 'mb_test_x', baseUrl: service.oddUrl, maxRetries: 0 })
})

// What differs from runtime to runtime: fetch, signals, Request and Response.
describe('over the network', () => {
  it('sends key and name of the SDK', async () => {
    const headers = JSON.parse((await odd.matters.get(1)).title)
    expect(headers).toMatchObject({ authorization: 'Bearer mb_test_x', accept: 'application/json' })
    expect(headers['user-agent']).toMatch(/^matterbase-sdk\//)
  })

  it('a stalled body ends at the timeout', async () => {
    await expect(odd.matters.get(2, { timeout: 200 })).rejects.toBeInstanceOf(TimeoutError)
  })

  it('a signal ends a call in the middle of a body, one of the runtime too', async () => {
    const controller = new AbortController()
    const abortAtHeaders: Middleware = async (request, next) => {
      const response = await next(request)
      controller.abort('enough')
      return response
    }
    const options = { apiKey: 'mb_test_x', baseUrl: service.oddUrl, maxRetries: 0 }
    const mb = new Matterbase({ ...options, middleware: [abortAtHeaders] })
    await expect(mb.matters.get(2, { signal: controller.signal })).rejects.toMatchObject({
      name: 'AbortError',
      cause: 'enough',
    })
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

import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

import { afterEach, describe, expect, it, vi, onTestFinished } from 'vitest'

import {
  createNodeHandler,
  createWebHandler,
  type HandlerOptions,
  signPayload,
  WebhookVerificationError,
} from '../src/webhooks/index.ts'

const secret = 'whsec_dGVzdA=='
const url = 'https://receiver.test/hooks'
const closers: (() => void)[] = []
afterEach(() => closers.splice(0).forEach((close) => close()))

const bodyOf = (event: object = {}) =>
  JSON.stringify({
    event: 'matter.created',
    event_id: 'e-1',
    delivery_id: 'd-1',
    timestamp: new Date().toISOString(),
    data: { id: 1 },
    ...event,
  })
const signed = async (body: string, key = secret) => ({
  method: 'POST',
  body,
  headers: { 'X-Service-Signature': await signPayload(body, key) },
})

function store() {
  const ids = new Set<string>()
  return {
    ids,
    claim(id: string) {
      const isNew = !this.ids.has(id)
      this.ids.add(id)
      return isNew
    },
    release(id: string) {
      this.ids.delete(id)
    },
  }
}

/** The two handlers, each behind one way to deliver to it. */
const kinds = {
  web: async (options: HandlerOptions) => {
    const handler = createWebHandler(options)
    return async (init: RequestInit) => handler(new Request(url, init))
  },
  node: async (options: HandlerOptions) => serve(createNodeHandler(options)),
}

async function serve(listener: (request: IncomingMessage, response: ServerResponse) => Promise<void>) {
  const server = createServer((request, response) => void listener(request, response))
  await once(server.listen(0), 'listening')
  closers.push(() => {
    server.close()
    server.closeAllConnections()
  })
  const to = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  return async (init: RequestInit) => fetch(to, init)
}

describe.each(Object.entries(kinds))('the %s handler', (_name, start) => {
  const told = async (response: Response) => [response.status, await response.text()]

  it('gives an event to the handler of its kind and acknowledges the others', async () => {
    const onMatter = vi.fn()
    const onUnknown = vi.fn()
    const deliver = await start({ secret, on: { 'matter.created': onMatter }, onUnknown })
    expect(await told(await deliver(await signed(bodyOf())))).toEqual([200, 'ok'])
    expect(await told(await deliver(await signed(bodyOf({ event: 'client.created' }))))).toEqual([200, 'ok'])
    expect(await told(await deliver(await signed(bodyOf({ event: 'matter.archived' }))))).toEqual([200, 'ok'])
    expect(onMatter).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ event: 'matter.created', data: { id: 1 } }),
    )
    expect(onUnknown).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ rawEvent: 'matter.archived' }))
  })

  it('logs a forged delivery in one line, and an error of a handler with its stack', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    onTestFinished(() => log.mockRestore())
    const broken = new Error('database down')
    const on = { 'matter.created': () => Promise.reject(broken) }
    const deliver = await start({ secret, on })
    await deliver({ method: 'POST', body: '{}', headers: { 'x-service-signature': 'sha256=00' } })
    await deliver(await signed(bodyOf()))
    expect(log.mock.calls).toEqual([[expect.stringMatching(/^WebhookVerificationError: .+$/)], [broken]])
  })

  it('answers 500 when a handler throws, so that the event comes again, and then deals with it once', async () => {
    const onError = vi.fn()
    const dedupe = store()
    const onMatter = vi.fn().mockRejectedValueOnce(new Error('database down'))
    const deliver = await start({ secret, on: { 'matter.created': onMatter }, onError, dedupe })
    expect(await told(await deliver(await signed(bodyOf())))).toEqual([500, 'failed'])
    expect(await told(await deliver(await signed(bodyOf())))).toEqual([200, 'ok'])
    expect(await told(await deliver(await signed(bodyOf())))).toEqual([200, 'duplicate'])
    expect(onMatter).toHaveBeenCalledTimes(2)
    expect(onError).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ message: 'database down' }))
  })

  it('lets deliveries of one event that come together share its outcome', async () => {
    const dedupe = store()
    const verify = vi.spyOn(crypto.subtle, 'verify')
    onTestFinished(() => verify.mockRestore())
    // Both have been verified, and what follows that is done.
    const onMatter = vi.fn(async () => {
      await vi.waitUntil(() => verify.mock.results.length === 2, { timeout: 150_000 })
      await Promise.all(verify.mock.results.map(({ value }) => value))
      await new Promise((resolve) => setImmediate(resolve))
      throw new Error('too late')
    })
    const deliver = await start({ secret, on: { 'matter.created': onMatter }, onError() {}, dedupe })
    const init = await signed(bodyOf())
    const answers = await Promise.all([deliver(init), deliver(init)])
    expect(answers.map(({ status }) => status)).toEqual([500, 500])
    expect(onMatter).toHaveBeenCalledOnce()
    expect(dedupe.ids.size).toBe(0)
  })

  it('tells apart what it cannot trust, and reports it', async () => {
    const errors: unknown[] = []
    const onMatter = vi.fn()
    const deliver = await start({
      secret,
      on: { 'matter.created': onMatter },
      onError: (error) => errors.push(error),
      maxBodyBytes: 1000,
    })
    const other = await signed(bodyOf(), 'whsec_other')
    expect(await told(await deliver(other))).toEqual([401, 'signature_mismatch'])
    expect(await told(await deliver({ method: 'POST', body: bodyOf() }))).toEqual([401, 'missing_signature'])
    expect(await told(await deliver(await signed(bodyOf({ timestamp: '2020-01-01T00:00:00Z' }))))).toEqual([
      401,
      'timestamp_too_old',
    ])
    expect(await told(await deliver(await signed('[1]')))).toEqual([400, 'invalid_event'])
    expect(await told(await deliver(await signed(bodyOf({ data: 'x'.repeat(2000) }))))).toEqual([413, 'body_too_large'])
    expect(errors.every((error) => error instanceof WebhookVerificationError)).toBe(true)
    expect([errors.length, onMatter.mock.calls.length]).toEqual([5, 0])
  })

  it('takes POST only, and says so', async () => {
    const deliver = await start({ secret, on: {} })
    const response = await deliver({ method: 'GET' })
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST'])
  })

  it('asks for its secret each time when that is a function, and calls a missing one its own failure', async () => {
    const errors: unknown[] = []
    const secrets = [secret, ['whsec_new', secret], '']
    const deliver = await start({
      secret: async () => secrets.shift() ?? '',
      on: {},
      onError: (error) => errors.push(error),
    })
    const init = await signed(bodyOf())
    const statuses: number[] = []
    for (let n = 0; n < 3; n += 1) statuses.push((await deliver(init)).status)
    expect(statuses).toEqual([200, 200, 500])
    expect(errors).toEqual([expect.objectContaining({ name: 'ConfigError' })])
  })
})

describe('the web handler', () => {
  it('says what to do when the body was read before', async () => {
    const errors: unknown[] = []
    const request = new Request(url, await signed(bodyOf()))
    await request.json()
    const response = await createWebHandler({ secret, on: {}, onError: (error) => errors.push(error) })(request)
    expect(response.status).toBe(400)
    expect(String(errors[0])).toContain('request.text()')
  })
})

describe('the node handler', () => {
  const bodyRead = async (request: IncomingMessage) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    return Buffer.concat(chunks)
  }

  it.each([
    ['body', (bytes: Buffer): object => ({ body: bytes })],
    [
      'rawBody, with a parsed body beside it',
      (bytes: Buffer): object => ({ rawBody: bytes, body: JSON.parse(bytes.toString()) }),
    ],
  ])('takes the bytes that something else has read, from %s', async (_name, place) => {
    const handler = createNodeHandler({ secret, on: {} })
    const deliver = await serve(async (request, response) =>
      handler(Object.assign(request, place(await bodyRead(request))), response),
    )
    expect((await deliver(await signed(bodyOf()))).status).toBe(200)
  })

  it('says what to mount when the body was parsed', async () => {
    const errors: unknown[] = []
    const handler = createNodeHandler({ secret, on: {}, onError: (error) => errors.push(error) })
    const deliver = await serve(async (request, response) =>
      handler(Object.assign(request, { body: JSON.parse((await bodyRead(request)).toString()) }), response),
    )
    expect((await deliver(await signed(bodyOf()))).status).toBe(400)
    expect(errors).toEqual([
      expect.objectContaining({
        code: 'body_not_raw',
        message: expect.stringContaining("express.raw({ type: 'application/json', limit: '2mb' })"),
      }),
    ])
  })

  it('reads the stream where an empty object stands for a body that nobody parsed', async () => {
    const handler = createNodeHandler({ secret, on: {} })
    const deliver = await serve(async (request, response) => handler(Object.assign(request, { body: {} }), response))
    expect((await deliver(await signed(bodyOf()))).status).toBe(200)
  })
})

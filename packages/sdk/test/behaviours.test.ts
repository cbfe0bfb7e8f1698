// What other SDKs were measured to get wrong, by the names of the measurements, over real connections. The SDK's clock
// is a fake one, which goes on only when it is told to: what is measured is what was waited for.
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { inspect } from 'node:util'

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import {
  type Logger,
  Matterbase,
  type MatterbaseOptions,
  type Middleware,
  RateLimitError,
  type RequestOptions,
} from '../src/index.ts'
import { constructEvent, createWebHandler, signPayload } from '../src/webhooks/index.ts'
import { freePort } from '@matterbase/config/testing'
import { matter } from './service.ts'

const apiKey = 'mb_live_canary0123456789canary0123456789'
type Answer = (response: ServerResponse, request: IncomingMessage) => void

const closers: (() => void)[] = []
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
})
afterEach(() => {
  vi.useRealTimers()
  closers.splice(0).forEach((close) => close())
  vi.restoreAllMocks()
})

/** Milliseconds of the clock that only the tests move on. */
// oxlint-disable-next-line no-restricted-globals -- it is a fake one
const clock = () => performance.now()

/** A service that gives these answers one after another, the last one again and again. */
async function service(answers: Answer[], options: MatterbaseOptions = {}) {
  const requests: { url: string; headers: IncomingMessage['headers']; at: number }[] = []
  const server = createServer((request, response) => {
    requests.push({ url: request.url ?? '', headers: request.headers, at: clock() })
    answers[Math.min(requests.length, answers.length) - 1]?.(response, request)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  closers.push(() => {
    server.close()
    server.closeAllConnections()
  })
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1`
  return { requests, mb: new Matterbase({ apiKey, baseUrl, logger: passing, ...options }) }
}

/** Lets the time that the SDK waits before another attempt pass as soon as it waits. */
const passing: Logger = {
  debug() {},
  info: (_message, { waitMs }) => void (waitMs !== undefined && setImmediate(() => vi.advanceTimersByTime(waitMs))),
  warn() {},
}

/** Lets the time of an attempt run out as soon as its headers are there. */
const runOut =
  (timeout: number): Middleware =>
  async (request, next) => {
    const response = await next(request)
    setImmediate(() => vi.advanceTimersByTime(timeout))
    return response
  }

const json =
  (body: object, status = 200, headers: Record<string, string> = {}): Answer =>
  (response) =>
    void response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
const found = json({ data: matter })
const limited = (retryAfter: string, headers: Record<string, string> = {}) =>
  json({ error: 'slow down', code: 'rate_limited' }, 429, { 'retry-after': retryAfter, ...headers })
const stalled: Answer = (response) => void response.writeHead(200).write('{"data":')

async function timed<T>(work: () => Promise<T>) {
  const from = clock()
  const [outcome] = await Promise.allSettled([work()])
  const ms = clock() - from
  return outcome.status === 'fulfilled' ? { ms, value: outcome.value } : { ms, error: outcome.reason as unknown }
}

describe('429 with Retry-After', () => {
  const soon = (seconds: number) => {
    const now = Math.floor(Date.now() / 1000) * 1000
    return { date: new Date(now).toUTCString(), later: new Date(now + seconds * 1000).toUTCString() }
  }

  it.each([
    ['0 is sent again at once', () => limited('0'), 0],
    ['1 is sent again after a second, not earlier', () => limited('1'), 1000],
    ['a date is measured by the clock of the service', () => limited(soon(1).later, { date: soon(1).date }), 1000],
    ['a date that has passed is sent again at once', () => limited(soon(-9).later, { date: soon(0).date }), 0],
    ['rubbish is sent again after a back-off', () => limited('presently'), 250],
    ['nothing in it is sent again after a back-off', () => limited(''), 250],
  ])('%s', async (_name, first, waited) => {
    const { mb, requests } = await service([first(), found])
    await expect(mb.matters.get(7)).resolves.toEqual(matter)
    const [one, two] = requests
    expect((two?.at ?? 0) - (one?.at ?? 0)).toBe(waited)
  })

  it('61 throws at once and says how long, instead of asking again too early', async () => {
    const { mb, requests } = await service([limited('61'), found])
    const { ms, error } = await timed(() => mb.matters.get(7))
    expect(error).toBeInstanceOf(RateLimitError)
    expect(error).toMatchObject({ retryAfterMs: 61_000, attempts: 1, status: 429 })
    expect(ms).toBe(0)
    expect(requests).toHaveLength(1)
  })
})

describe('time', () => {
  it('a stalled body ends at the timeout of its attempt, which the next attempt has again in full', async () => {
    const slow: Answer = (response, request) => {
      vi.advanceTimersByTime(249)
      found(response, request)
    }
    const stalls: Middleware = (request, next) => (request.attempt === 1 ? runOut(250)(request, next) : next(request))
    const { mb, requests } = await service([stalled, slow], { middleware: [stalls] })
    const { ms, value } = await timed(() => mb.matters.get(7, { timeout: 250 }))
    expect(value).toEqual(matter)
    expect(requests).toHaveLength(2)
    expect(ms).toBe(250 + 250 + 249)
  })

  it('a deadline covers attempts and the waits between them', async () => {
    const runOuts: Middleware = (request, next) => runOut(request.attempt === 1 ? 150 : 100)(request, next)
    const { mb, requests } = await service([stalled], { middleware: [runOuts] })
    const { ms, error } = await timed(() => mb.matters.get(7, { timeout: 150, deadline: 500, maxRetries: 9 }))
    expect(error).toMatchObject({ name: 'TimeoutError', code: 'deadline_exceeded' })
    // 150, a wait of 250, and what is left.
    expect({ ms, requests: requests.length }).toEqual({ ms: 500, requests: 2 })
  })

  it('an abort during back-off is felt without waiting, with its reason as cause', async () => {
    const controller = new AbortController()
    const info = (message: string) =>
      void (message === 'matterbase retry' && setImmediate(() => controller.abort('enough')))
    const { mb, requests } = await service([limited('30')], { logger: { debug() {}, info, warn() {} } })
    const { ms, error } = await timed(() => mb.matters.get(7, { signal: controller.signal }))
    expect(error).toMatchObject({ name: 'AbortError', cause: 'enough', attempts: 1 })
    expect({ ms, requests: requests.length }).toEqual({ ms: 0, requests: 1 })
  })
})

describe('lists', () => {
  const rows = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => ({ id: from + index }))
  const walk = async (mb: Matterbase, limit?: number) =>
    (await mb.matters.list({ limit }).toArray()).map(({ id }) => id)

  it('a service that ignores offset is found out at the second page', async () => {
    const { mb, requests } = await service([json({ count: 2, limit: 2, offset: 0, data: rows(0, 2), has_more: true })])
    await expect(walk(mb, 2)).rejects.toMatchObject({ name: 'DecodeError', code: 'pagination_stalled' })
    expect(requests).toHaveLength(2)
  })

  it('a limit that the service clamps skips and repeats nothing', async () => {
    const clamped: Answer = (response, request) => {
      const at = Number(new URL(request.url ?? '', 'http://x').searchParams.get('offset') ?? 0)
      const data = rows(at, Math.min(10, at + 3))
      json({ count: data.length, data })(response, request)
    }
    const { mb } = await service([clamped])
    expect(await walk(mb, 100)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
  })

  it('an empty page in the middle is not the end', async () => {
    const { mb } = await service([
      json({ data: rows(0, 2), has_more: true, next_cursor: 'a' }),
      json({ data: [], has_more: true, next_cursor: 'b' }),
      json({ data: rows(2, 3), has_more: false, next_cursor: null }),
    ])
    expect(await walk(mb)).toEqual([0, 1, 2])
  })

  it('a limit is the size of a page, not the end of the walk, and page 1 is asked for once', async () => {
    const { mb, requests } = await service([
      json({ data: rows(0, 2), has_more: true, next_cursor: 'a' }),
      json({ data: rows(2, 4), has_more: false, next_cursor: null }),
    ])
    const list = mb.matters.list({ limit: 2 })
    await list
    expect((await list.toArray()).map(({ id }) => id)).toEqual([0, 1, 2, 3])
    expect(requests.map(({ url }) => url)).toEqual(['/api/v1/matters?limit=2', '/api/v1/matters?limit=2&cursor=a'])
  })
})

describe('failures', () => {
  it('a POST is repeated with one and the same idempotency key', async () => {
    const { mb, requests } = await service([json({}, 503, { 'retry-after': '0' }), found])
    await mb.matters.create({ title: 'Moss' })
    const keys = requests.map(({ headers }) => headers['idempotency-key'])
    expect(keys).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/), keys[0]])
  })

  it.each<[string, RequestOptions]>([
    ['taken away', { headers: { 'Idempotency-Key': null } }],
    ['made empty', { headers: { 'idempotency-key': '' } }],
  ])('a POST whose idempotency key is %s is not repeated', async (_name, options) => {
    const { mb, requests } = await service([json({}, 503, { 'retry-after': '0' }), found])
    await expect(mb.matters.create({ title: 'Moss' }, options)).rejects.toMatchObject({ status: 503 })
    expect(requests).toHaveLength(1)
  })

  it('an empty idempotency key is refused, not sent', async () => {
    const { mb, requests } = await service([found])
    const create = mb.matters.create({ title: 'Moss' }, { idempotencyKey: ' ' })
    await expect(create).rejects.toMatchObject({
      name: 'ConfigError',
      message: expect.stringContaining('idempotencyKey'),
    })
    expect(requests).toEqual([])
  })

  it('a lost connection has its cause, its own class, and no status', async () => {
    const { mb } = await service([(response) => response.destroy()], { maxRetries: 1 })
    const { error } = await timed(() => mb.matters.get(7))
    expect(error).toMatchObject({ name: 'ConnectionError', attempts: 2, cause: { name: 'TypeError' } })
    expect(error).not.toHaveProperty('status')
  })

  it('a service that is not there is named, with the reason', async () => {
    const port = await freePort()
    const mb = new Matterbase({ apiKey, baseUrl: `http://127.0.0.1:${port}/api/v1`, maxRetries: 0 })
    await expect(mb.me()).rejects.toThrow(`Cannot connect to http://127.0.0.1:${port} (ECONNREFUSED)`)
  })

  it('a base URL without its path is told apart from a record that is not there', async () => {
    const notFound = async () => Response.json({ error: 'Not found', code: 'not_found' }, { status: 404 })
    const at = (baseUrl: string) => new Matterbase({ apiKey, baseUrl, fetch: notFound }).matters.get(1)
    await expect(at('https://matters.test')).rejects.toThrow(
      'Check that baseUrl is the address of the API and ends in /api/v1',
    )
    await expect(at('https://matters.test/api/v1/')).rejects.toThrow(/^Not found$/)
  })

  it('an error is thrown, has its own name, and the id of the request', async () => {
    const { mb } = await service([json({ error: 'gone', code: 'not_found' }, 404, { 'x-request-id': 'req_9' })])
    const { error } = await timed(() => mb.matters.get(7))
    expect(String(error)).toBe('NotFoundError: gone')
    expect(error).toMatchObject({ requestId: 'req_9', headers: expect.objectContaining({}) })
  })

  it('an empty id is refused, not sent to the list', async () => {
    const { mb, requests } = await service([found])
    await expect(mb.matters.get('' as never)).rejects.toMatchObject({ name: 'ConfigError' })
    expect(requests).toEqual([])
  })
})

describe('secrets', () => {
  it('a key is in no inspection, JSON, error or log line, though the service quotes it', async () => {
    const lines: unknown[] = []
    const log: Logger['info'] = (...line) => void lines.push(line)
    const info: Logger['info'] = (...line) => {
      log(...line)
      passing.info(...line)
    }
    const { mb } = await service([json({}, 500), json({ error: `${apiKey} is wrong`, code: 'x' }, 401)], {
      logger: { debug: log, info, warn: log },
    })
    const { error } = await timed(() => mb.matters.get(7))
    const shown = [mb, mb.matters, mb.matters.list(), mb.matters.get, error, (error as Error).stack, lines].map(
      (value) => [
        inspect(value, { depth: Infinity, showHidden: true, getters: true }),
        JSON.stringify(value),
        String(value),
      ],
    )
    expect(lines.length).toBeGreaterThan(1)
    expect(String(error)).toContain('[key] is wrong')
    expect(JSON.stringify(shown)).not.toContain('canary')
  })

  it("a webhook's secret is in no error of its verification", async () => {
    const secret = 'whsec_Y2FuYXJ5Y2FuYXJ5'
    const { error } = await timed(() =>
      constructEvent('{}', { 'x-service-signature': 'sha256=00' }, [secret, 'whsec_b']),
    )
    expect(inspect(error, { depth: Infinity, showHidden: true }) + JSON.stringify(error)).not.toContain('Y2FuYXJ5')
  })

  it('nothing is printed unless it is asked for', async () => {
    const said = (['log', 'info', 'warn', 'error', 'debug'] as const).map((name) => vi.spyOn(console, name))
    const { mb } = await service([json({ error: 'no' }, 500)], { maxRetries: 0 })
    await timed(() => mb.matters.get(7))
    for (const each of said) expect(each).not.toHaveBeenCalled()
  })
})

describe('deliveries', () => {
  const secret = 'whsec_dGVzdA=='
  const event = (timestamp: Date) =>
    JSON.stringify({ event: 'ping.test', event_id: 'e', timestamp: timestamp.toISOString(), data: {} })

  it('a timestamp in a header counts for nothing, the signed one for everything', async () => {
    const body = event(new Date(Date.now() - 600_000))
    const now = String(Math.floor(Date.now() / 1000))
    const headers = { 'x-service-signature': await signPayload(body, secret), 'webhook-timestamp': now, date: now }
    await expect(constructEvent(body, headers, secret)).rejects.toMatchObject({ code: 'timestamp_too_old' })
  })

  it('one from the future is refused like one from the past', async () => {
    const body = event(new Date(Date.now() + 600_000))
    const headers = new Headers({ 'x-service-signature': await signPayload(body, secret) })
    const bytes = new TextEncoder().encode(body)
    await expect(constructEvent(bytes, headers, secret)).rejects.toMatchObject({ code: 'timestamp_too_new' })
  })

  it('without headers it is refused by a named error', async () => {
    const body = event(new Date())
    await expect(constructEvent(body, new Headers(), secret)).rejects.toMatchObject({
      name: 'WebhookVerificationError',
      code: 'missing_signature',
    })
  })

  it('a handler that throws is answered 500 and told of', async () => {
    const told = vi.spyOn(console, 'error').mockReturnValue()
    const mine = new Error('mine')
    const receive = createWebHandler({ secret, on: { 'ping.test': () => Promise.reject(mine) } })
    const body = event(new Date())
    const headers = { 'x-service-signature': await signPayload(body, secret) }
    const response = await receive(new Request('https://x.example', { method: 'POST', body, headers }))
    expect(response.status).toBe(500)
    expect(told).toHaveBeenCalledExactlyOnceWith(mine)
  })
})

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import {
  AbortError,
  ApiError,
  ConnectionError,
  type Matterbase,
  type Middleware,
  RateLimitError,
  ServerError,
  TimeoutError,
} from '../src/index.ts'
import { client, failure, fetchOf, json, matter } from './service.ts'

const found = () => json({ data: matter })
const never = () => new Promise<Response>(() => {})
const stalledBody = () =>
  new Response(new ReadableStream({ start: (body) => body.enqueue(new TextEncoder().encode('{"data":')) }))

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** What a promise came to, and when, on the fake clock. */
async function outcome<T>(promise: Promise<T>) {
  const from = Date.now()
  const settled = promise.then(
    (value) => ({ value, error: undefined, ms: Date.now() - from }),
    (error: unknown) => ({ value: undefined, error, ms: Date.now() - from }),
  )
  await vi.runAllTimersAsync()
  return settled
}

describe('retries', () => {
  const calls: Record<string, (mb: Matterbase) => Promise<unknown>> = {
    GET: (mb: Matterbase) => mb.matters.get(7),
    PUT: (mb: Matterbase) => mb.matters.upsert('a', {}),
    PATCH: (mb: Matterbase) => mb.matters.update(7, {}),
    DELETE: (mb: Matterbase) => mb.matters.delete(7),
    POST: (mb: Matterbase) => mb.matters.create({ title: 'x' }),
  }
  const statuses = [400, 401, 403, 404, 405, 408, 409, 412, 413, 422, 425, 429, 500, 501, 502, 503, 504]
  const again = new Set([408, 425, 429, 500, 502, 503, 504])

  describe.each(Object.entries(calls))('%s', (_method, call) => {
    it.each(statuses)('after %i only where it may help', async (status) => {
      const { fetch, calls } = fetchOf(failure(status), found)
      await outcome(call(client({ fetch })))
      expect(calls).toHaveLength(again.has(status) ? 2 : 1)
    })

    it('after a lost connection', async () => {
      const { fetch, calls } = fetchOf(new TypeError('fetch failed'), found)
      await outcome(call(client({ fetch })))
      expect(calls).toHaveLength(2)
    })
  })

  it('sends one idempotency key on all attempts of a POST', async () => {
    const { fetch, calls } = fetchOf(failure(503), new TypeError('fetch failed'), found)
    await outcome(client({ fetch }).matters.create({ title: 'x' }))
    const keys = calls.map(({ init }) => init.headers.get('idempotency-key'))
    expect(keys).toHaveLength(3)
    expect(new Set(keys).size).toBe(1)
    expect(keys[0]).toBeTruthy()
  })

  it('never repeats a POST without a key', async () => {
    const { fetch, calls } = fetchOf(failure(503), found)
    const { error } = await outcome(client({ fetch, idempotency: false }).matters.create({ title: 'x' }))
    expect(error).toBeInstanceOf(ServerError)
    expect(calls).toHaveLength(1)
    expect(calls[0]?.init.headers.has('idempotency-key')).toBe(false)
  })

  it('repeats a POST whose first sending is still in flight', async () => {
    const { fetch, calls } = fetchOf(failure(409, { 'retry-after': '1' }, 'idempotency_in_flight'), found)
    const { ms, value } = await outcome(client({ fetch }).matters.create({ title: 'x' }))
    expect({ ms, value, calls: calls.length }).toEqual({ ms: 1000, value: matter, calls: 2 })
  })

  it('gives up after maxRetries and tells the attempts', async () => {
    const { fetch, calls } = fetchOf(failure(500))
    const { error } = await outcome(client({ fetch }).matters.get(7))
    expect(error).toMatchObject({ name: 'ServerError', attempts: 3, requestId: 'req_1', code: 'code_500' })
    expect(calls).toHaveLength(3)
    const none = await outcome(client({ fetch }).matters.get(7, { maxRetries: 0 }))
    expect(none.error).toMatchObject({ attempts: 1 })
  })

  it('waits with full jitter, doubling', async () => {
    const { fetch } = fetchOf(failure(500))
    const { ms } = await outcome(client({ fetch }).matters.get(7))
    expect(ms).toBe(250 + 500)
  })

  it('counts a delete as done when the record is gone after a lost answer, not otherwise', async () => {
    const lost = fetchOf(failure(502), failure(404))
    expect((await outcome(client({ fetch: lost.fetch }).matters.delete(7))).error).toBeUndefined()
    const limited = fetchOf(failure(429), failure(404))
    expect((await outcome(client({ fetch: limited.fetch }).matters.delete(7))).error).toMatchObject({ status: 404 })
  })
})

describe('Retry-After', () => {
  it.each([
    ['0', 0],
    ['1', 1000],
    ['60', 60_000],
  ])('of %s s is kept to the millisecond', async (value, expected) => {
    const { fetch, calls } = fetchOf(failure(429, { 'retry-after': value }), found)
    const { ms, error } = await outcome(client({ fetch }).matters.get(7))
    expect({ ms, error, calls: calls.length }).toEqual({ ms: expected, error: undefined, calls: 2 })
  })

  it('of a date is measured by the clock of the service', async () => {
    const headers = { date: 'Wed, 21 Oct 2015 07:28:00 GMT', 'retry-after': 'Wed, 21 Oct 2015 07:28:30 GMT' }
    const { fetch } = fetchOf(failure(503, headers), found)
    expect((await outcome(client({ fetch }).matters.get(7))).ms).toBe(30_000)
  })

  it('of an old form of date is understood', async () => {
    const headers = { date: 'Sunday, 06-Nov-94 08:49:00 GMT', 'retry-after': 'Sunday, 06-Nov-94 08:49:10 GMT' }
    const { fetch } = fetchOf(failure(503, headers), found)
    expect((await outcome(client({ fetch }).matters.get(7))).ms).toBe(10_000)
  })

  it('beyond what a timer can wait throws, whatever is allowed', async () => {
    const { fetch } = fetchOf(failure(429, { 'retry-after': '99999999' }), found)
    const { error, ms } = await outcome(client({ fetch, maxRetryAfterMs: Infinity }).matters.get(7))
    expect([error, ms]).toEqual([expect.objectContaining({ retryAfterMs: 99_999_999_000 }), 0])
  })

  it.each(['soon', '-1', '1.5', '1e3', ''])('of %j is not believed', async (value) => {
    const { fetch } = fetchOf(failure(429, { 'retry-after': value }), found)
    expect((await outcome(client({ fetch }).matters.get(7))).ms).toBe(250)
  })

  it('beyond the longest wait throws at once and says how long', async () => {
    const { fetch, calls } = fetchOf(failure(429, { 'retry-after': '61' }), found)
    const { ms, error } = await outcome(client({ fetch }).matters.get(7))
    expect(error).toBeInstanceOf(RateLimitError)
    expect(error).toMatchObject({ retryAfterMs: 61_000, attempts: 1 })
    expect({ ms, calls: calls.length }).toEqual({ ms: 0, calls: 1 })
    const patient = fetchOf(failure(429, { 'retry-after': '61' }), found)
    expect((await outcome(client({ fetch: patient.fetch, maxRetryAfterMs: 90_000 }).matters.get(7))).ms).toBe(61_000)
  })
})

describe('time limits', () => {
  it.each([
    ['no answer', never],
    ['a stalled body', stalledBody],
  ])('end an attempt with %s, and the next one may succeed', async (_name, answer) => {
    const { fetch, calls } = fetchOf(answer, found)
    const { ms, value } = await outcome(client({ fetch, timeout: 1000 }).matters.get(7))
    expect({ ms, value, calls: calls.length }).toEqual({ ms: 1250, value: matter, calls: 2 })
    expect(calls[0]?.init.signal?.aborted).toBe(true)
  })

  it('throw a TimeoutError when every attempt ran out', async () => {
    const { fetch } = fetchOf(never)
    const { error, ms } = await outcome(client({ fetch }).matters.get(7, { timeout: 1000, maxRetries: 1 }))
    expect(error).toBeInstanceOf(TimeoutError)
    expect(error).toMatchObject({ code: 'timeout', attempts: 2 })
    expect(ms).toBe(2250)
  })

  it('end the whole call at its deadline', async () => {
    const { fetch } = fetchOf(never)
    const { error, ms } = await outcome(client({ fetch, timeout: 1000 }).matters.get(7, { deadline: 1500 }))
    expect(error).toMatchObject({ name: 'TimeoutError', code: 'deadline_exceeded', attempts: 2 })
    expect(ms).toBe(1500)
  })

  it('do not wait for a retry that lies beyond the deadline', async () => {
    const { fetch } = fetchOf(failure(503, { 'retry-after': '10' }))
    const { error, ms } = await outcome(client({ fetch, deadline: 5000 }).matters.get(7))
    expect(error).toMatchObject({ code: 'deadline_exceeded', cause: { status: 503 } })
    expect(ms).toBe(0)
  })

  it('can be switched off', async () => {
    const { fetch } = fetchOf(() => new Promise<Response>((resolve) => setTimeout(() => resolve(found()), 3_600_000)))
    expect((await outcome(client({ fetch, timeout: Infinity }).matters.get(7))).value).toEqual(matter)
  })
})

describe('a signal', () => {
  it('ends a request under way, with its reason as cause', async () => {
    const controller = new AbortController()
    const { fetch, calls } = fetchOf(never)
    setTimeout(() => controller.abort('enough'), 100)
    const { error, ms } = await outcome(client({ fetch }).matters.get(7, { signal: controller.signal }))
    expect(error).toBeInstanceOf(AbortError)
    expect(error).toMatchObject({ name: 'AbortError', cause: 'enough' })
    expect({ ms, aborted: calls[0]?.init.signal?.aborted }).toEqual({ ms: 100, aborted: true })
  })

  it('ends the wait between two attempts at once', async () => {
    const controller = new AbortController()
    const { fetch, calls } = fetchOf(failure(429, { 'retry-after': '30' }))
    setTimeout(() => controller.abort('enough'), 50)
    const { error, ms } = await outcome(client({ fetch }).matters.get(7, { signal: controller.signal }))
    expect(error).toMatchObject({ name: 'AbortError', cause: 'enough', attempts: 1 })
    expect({ ms, calls: calls.length, timers: vi.getTimerCount() }).toEqual({ ms: 50, calls: 1, timers: 0 })
  })

  it('that is aborted already sends nothing', async () => {
    const { fetch, calls } = fetchOf(found)
    const { error } = await outcome(client({ fetch }).matters.get(7, { signal: AbortSignal.abort() }))
    expect(error).toBeInstanceOf(AbortError)
    expect(error).toMatchObject({ attempts: 0 })
    expect(calls).toHaveLength(0)
  })

  it('ends a walk between two pages', async () => {
    const controller = new AbortController()
    const { fetch, calls } = fetchOf(json({ data: [{ id: 1 }], has_more: true, next_cursor: 'a' }), never)
    const walk = async () => {
      for await (const _ of client({ fetch }).matters.list({}, { signal: controller.signal })) controller.abort()
    }
    expect((await outcome(walk())).error).toBeInstanceOf(AbortError)
    expect(calls).toHaveLength(1)
  })

  it('carries 1,000 calls without a warning, with one listener', async () => {
    vi.useRealTimers()
    const warnings: string[] = []
    const onWarning = ({ name }: Error) => warnings.push(name)
    process.on('warning', onWarning)
    const { signal } = new AbortController()
    const listens = vi.spyOn(signal, 'addEventListener')
    const { fetch } = fetchOf(found)
    const mb = client({ fetch })
    await Promise.all(Array.from({ length: 1000 }, () => mb.matters.get(7, { signal })))
    await new Promise((resolve) => setImmediate(resolve))
    process.off('warning', onWarning)
    expect(warnings).toEqual([])
    expect(listens).toHaveBeenCalledOnce()
  })
})

describe('failures', () => {
  it('without an answer are a ConnectionError with the cause', async () => {
    const cause = new TypeError('fetch failed')
    const { fetch } = fetchOf(cause)
    const { error } = await outcome(client({ fetch }).matters.get(7))
    expect(error).toBeInstanceOf(ConnectionError)
    expect(error).toMatchObject({ cause, attempts: 3 })
  })

  it('in the middle of a body are a ConnectionError too', async () => {
    const broken = () => new Response(new ReadableStream({ start: (body) => body.error(new TypeError('terminated')) }))
    const { fetch, calls } = fetchOf(broken, found)
    expect((await outcome(client({ fetch }).matters.get(7))).value).toEqual(matter)
    expect(calls).toHaveLength(2)
  })

  it('that are no JSON keep their text and status', async () => {
    const { fetch } = fetchOf(
      () => new Response('<h1>Bad gateway</h1>', { status: 502, headers: { 'x-request-id': 'edge_1' } }),
    )
    const { error } = await outcome(client({ fetch, maxRetries: 0 }).matters.get(7))
    expect(error).toMatchObject({ status: 502, code: 'http_502', requestId: 'edge_1', body: '<h1>Bad gateway</h1>' })
  })

  it('by redirect name where it leads and follow nothing', async () => {
    const { fetch, calls } = fetchOf(
      () => new Response(null, { status: 301, headers: { location: 'https://elsewhere.test/' } }),
    )
    const { error } = await outcome(client({ fetch }).matters.get(7))
    expect(error).toBeInstanceOf(ApiError)
    expect(String(error)).toContain('https://elsewhere.test/')
    expect(calls[0]?.init.redirect).toBe('manual')
  })

  it('point to the line that made the call', async () => {
    const { fetch } = fetchOf(failure(404))
    const { error } = await outcome(client({ fetch }).matters.get(7))
    expect((error as Error).stack).toContain('http.test.ts')
    const walked = await outcome(client({ fetch }).matters.list().toArray())
    expect((walked.error as Error).stack).toContain('http.test.ts')
  })
})

describe('middleware', () => {
  it('wraps every attempt, the first one outermost', async () => {
    const order: string[] = []
    const named =
      (name: string): Middleware =>
      async (request, next) => {
        order.push(`${name} ${request.attempt}`)
        const response = await next(request)
        order.push(`${name} ${response.status}`)
        return response
      }
    const { fetch } = fetchOf(failure(503), found)
    await outcome(client({ fetch, middleware: [named('a'), named('b')] }).matters.get(7))
    expect(order).toEqual(['a 1', 'b 1', 'b 503', 'a 503', 'a 2', 'b 2', 'b 200', 'a 200'])
  })

  it('changes requests and never sees the key', async () => {
    const seen: (string | null)[] = []
    const stamp: Middleware = (request, next) => {
      seen.push(request.headers.get('authorization'))
      request.headers.set('x-trace', '1')
      return next({ ...request, url: `${request.url}?traced=1` })
    }
    const { fetch, calls } = fetchOf(found)
    await outcome(client({ fetch, middleware: [stamp] }).matters.get(7))
    expect(seen).toEqual([null])
    expect(calls[0]?.url).toMatch(/matters\/7\?traced=1$/)
    expect(calls[0]?.init.headers.get('x-trace')).toBe('1')
    expect(calls[0]?.init.headers.get('authorization')).toMatch(/^Bearer mb_/)
  })

  it('answers by itself', async () => {
    const { fetch, calls } = fetchOf(found)
    const cached: Middleware = async () => found()
    expect((await outcome(client({ fetch, middleware: [cached] }).matters.get(7))).value).toEqual(matter)
    expect(calls).toHaveLength(0)
  })

  it('is told when it read the body it passes on', async () => {
    const { fetch } = fetchOf(found)
    const reading: Middleware = async (request, next) => {
      const response = await next(request)
      await response.text()
      return response
    }
    const { error } = await outcome(client({ fetch, middleware: [reading] }).matters.get(7))
    expect(String(error)).toContain('response.clone()')
  })

  it('has its own errors passed on as they are, not retried', async () => {
    const mine = new Error('mine')
    const { fetch, calls } = fetchOf(found)
    const { error } = await outcome(client({ fetch, middleware: [() => Promise.reject(mine)] }).matters.get(7))
    expect(error).toBe(mine)
    expect(calls).toHaveLength(0)
  })
})

describe('the headers of a call', () => {
  it('are added, win over ours and take ours away with null', async () => {
    const { fetch, calls } = fetchOf(found)
    await outcome(
      client({ fetch }).matters.get(7, {
        headers: { 'if-match': '"1"', 'user-agent': null, accept: 'x/y', nothing: undefined },
      }),
    )
    const { headers } = calls[0]?.init ?? {}
    expect([
      headers?.get('if-match'),
      headers?.has('user-agent'),
      headers?.get('accept'),
      headers?.has('nothing'),
    ]).toEqual(['"1"', false, 'x/y', false])
  })

  it('that HTTP cannot carry are refused without being quoted', async () => {
    const { fetch, calls } = fetchOf(found)
    const { error } = await outcome(client({ fetch }).matters.get(7, { headers: { 'x-a': 'secret\nsecret' } }))
    expect(error).toMatchObject({ name: 'ConfigError' })
    expect(String(error)).not.toContain('secret')
    expect(calls).toHaveLength(0)
  })
})

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'

import { DecodeError, validator } from '../src/index.ts'
import { createThrottle } from '../src/requests/throttle.ts'
import { client, fetchOf, json, matter } from './service.ts'

describe('validate', () => {
  const schema = z.object({ id: z.number(), title: z.string().min(1) })
  const wrong = { ...matter, title: '' }

  it('refuses a record that does not fit its schema', async () => {
    const { fetch } = fetchOf(
      json({ data: wrong }),
      json({ data: [matter, wrong], has_more: false }),
      json({ data: matter }),
    )
    const mb = client({ fetch, validate: validator({ matters: schema }) })
    await expect(mb.matters.get(7)).rejects.toMatchObject({
      name: 'DecodeError',
      code: 'invalid_record',
      message: expect.stringContaining('matters'),
    })
    await expect(mb.matters.list()).rejects.toBeInstanceOf(DecodeError)
    await expect(mb.matters.get(7)).resolves.toEqual(matter)
  })

  it('only tells of it when asked to, and looks at no other resource, deletion or empty row', async () => {
    const problems: unknown[] = []
    const deletion = { id: 1, external_id: null, deleted_at: 'x', updated_at: matter.updated_at }
    const { fetch } = fetchOf(
      json({ data: wrong }),
      json({ data: { id: 1 } }),
      json({ data: [deletion], has_more: false }),
      json({ results: [{ index: 0, status: 400, error: 'no' }] }),
    )
    const mb = client({ fetch, validate: validator({ matters: schema }, (problem) => problems.push(problem)) })
    await expect(mb.matters.get(7)).resolves.toEqual(wrong)
    await mb.clients.get(1)
    await Array.fromAsync(mb.matters.sync())
    await Array.fromAsync(mb.matters.upsertMany([{ external_id: 'a' }]))
    expect(problems).toEqual([{ resource: 'matters', issues: [expect.any(String)], record: wrong }])
  })
})

describe('a deprecated operation', () => {
  it('is warned of once', async () => {
    const warn = vi.fn()
    const { fetch } = fetchOf(
      json({ data: matter }, 200, { deprecation: 'true', sunset: 'Sat, 01 Jan 2028 00:00:00 GMT' }),
    )
    const mb = client({ fetch, logger: { debug() {}, info() {}, warn } })
    await mb.matters.get(7)
    await mb.matters.get(7)
    expect(warn).toHaveBeenCalledExactlyOnceWith(
      expect.stringContaining('2028'),
      expect.objectContaining({ path: '/matters/7' }),
    )
  })
})

describe('a throttle', () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: Date.parse('2026-01-01T00:00:00Z') })
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  /** So many requests in each window of a second that starts with a request. */
  function limited(limit: number) {
    let windowEnd = 0
    let used = 0
    const counts = { answered: 0, refused: 0 }
    const fetch = async () => {
      await new Promise((resolve) => setTimeout(resolve, 5))
      const now = Date.now()
      if (now >= windowEnd) {
        windowEnd = now + 1000
        used = 0
      }
      used += 1
      const headers = {
        date: new Date(now).toUTCString(),
        'x-ratelimit-limit': String(limit),
        'x-ratelimit-remaining': String(Math.max(0, limit - used)),
        'x-ratelimit-reset': String(Math.ceil(windowEnd / 1000)),
      }
      if (used > limit) {
        counts.refused += 1
        return json({ error: 'slow down', code: 'rate_limited' }, 429, { ...headers, 'retry-after': '1' })
      }
      counts.answered += 1
      return json({ data: matter }, 200, headers)
    }
    return { fetch, counts }
  }

  it('lets 1,000 calls at once through without one being refused', async () => {
    const { fetch, counts } = limited(10)
    const mb = client({ fetch, throttle: createThrottle(), maxRetries: 0, timeout: Infinity })
    const calls = Promise.all(Array.from({ length: 1000 }, () => mb.matters.get(7)))
    await vi.runAllTimersAsync()
    expect((await calls).length).toBe(1000)
    expect(counts).toEqual({ answered: 1000, refused: 0 })
  })

  it('does not hold back where there is no limit', async () => {
    let underWay = 0
    let most = 0
    const fetch = async () => {
      most = Math.max(most, (underWay += 1))
      await new Promise((resolve) => setTimeout(resolve, 5))
      underWay -= 1
      return json({ data: matter })
    }
    const mb = client({ fetch, throttle: createThrottle() })
    const calls = Promise.all(Array.from({ length: 50 }, () => mb.matters.get(7)))
    await vi.runAllTimersAsync()
    await calls
    expect(most).toBe(49)
  })

  it('gives way to the next call when one fails or is aborted, and to signals and deadlines', async () => {
    const { fetch } = limited(1)
    let failing = true
    const flaky = async () => {
      if (!failing) return fetch()
      failing = false
      throw new TypeError('fetch failed')
    }
    const mb = client({ fetch: flaky, throttle: createThrottle(), maxRetries: 0 })
    const controller = new AbortController()
    const outcomes = Promise.allSettled([
      mb.matters.get(1),
      mb.matters.get(2),
      mb.matters.get(3, { signal: controller.signal }),
      mb.matters.get(4, { deadline: 100 }),
      mb.matters.get(5),
    ])
    setTimeout(() => controller.abort(), 50)
    await vi.runAllTimersAsync()
    expect((await outcomes).map((outcome) => (outcome.status === 'fulfilled' ? 'ok' : outcome.reason.code))).toEqual([
      'connection_error',
      'ok',
      'aborted',
      'deadline_exceeded',
      'ok',
    ])
  })
})

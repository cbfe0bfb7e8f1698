import { describe, expect, it, vi } from 'vitest'
import { createBatcher } from '../src/send/batcher.ts'
import { readEnv } from '@matterbase/config'
import { createLoop } from '../src/runtime/loop.ts'
import type { Result } from '../src/send/outcome.ts'
import { toHeaderPairs, toText } from '../src/send/response.ts'
import { decide, readRetryAfter } from '../src/send/retry.ts'
import { defaults } from './support/defaults.ts'
import { createStallCheck } from '../src/housekeeping/watchdog.ts'

const failed: Result = {
  outcome: 'http_error',
  statusCode: 500,
  body: null,
  error: 'no',
  headers: null,
  retryAfterMs: null,
  durationMs: 1,
}

describe('the retry schedule', () => {
  it('waits within a fifth of what is planned, measured from the end of the attempt', () => {
    for (const [attempt, seconds] of [
      [1, 5],
      [2, 300],
      [9, 86_400],
    ] as const) {
      expect(decide(attempt, failed, defaults.schedule, 0).waitMs).toBeCloseTo(seconds * 800)
      expect(decide(attempt, failed, defaults.schedule, 1).waitMs).toBeCloseTo(seconds * 1_200)
    }
  })
  it('is over after ten attempts', () => {
    expect(decide(9, failed, defaults.schedule).status).toBe('pending')
    expect(decide(10, failed, defaults.schedule).status).toBe('failed')
  })
  it('never undercuts Retry-After, and never lets it bring an attempt forward', () => {
    expect(decide(1, { ...failed, statusCode: 429, retryAfterMs: 60_000 }, defaults.schedule).waitMs).toBe(60_000)
    expect(
      decide(2, { ...failed, statusCode: 429, retryAfterMs: 1_000 }, defaults.schedule).waitMs,
    ).toBeGreaterThanOrEqual(240_000)
  })
  it('ends with a blocked target and a receiver that is gone', () => {
    expect(decide(1, { ...failed, outcome: 'blocked' }, defaults.schedule).status).toBe('blocked')
    expect(decide(1, { ...failed, statusCode: 410 }, defaults.schedule)).toMatchObject({
      status: 'failed',
      isGone: true,
    })
  })
})

describe('Retry-After', () => {
  const now = Date.parse('2026-01-01T00:00:00Z')
  it.each([
    [429, '7', 7_000],
    [503, 'Thu, 01 Jan 2026 00:01:00 GMT', 60_000],
    [503, 'Wed, 31 Dec 2025 00:00:00 GMT', 0],
    [429, 'soon', null],
    [500, '7', null],
    [429, undefined, null],
  ])('of a %i as %s is %s ms', (status, header, expected) => {
    expect(readRetryAfter(status, header, now)).toBe(expected)
  })
})

describe('kept answers', () => {
  it('are cut to 4 KiB between characters', () => {
    const text = toText(Buffer.from(`${'x'.repeat(4_095)}€€`))
    expect(text).toBe('x'.repeat(4_095))
  })
  it('are at most 4 KiB even when every byte is replaced', () => {
    expect(Buffer.byteLength(toText(Buffer.alloc(16_384, 0xff)))).toBeLessThanOrEqual(4_096)
  })
})

describe('kept headers', () => {
  it('are as many as fit into 4 KiB, each whole', () => {
    const flood = Object.fromEntries(Array.from({ length: 2_000 }, (_, n) => [`x-${n}`, '"'.repeat(20)]))
    const text = toHeaderPairs(flood)
    expect(text.length).toBeLessThanOrEqual(4_096)
    expect(text.length).toBeGreaterThan(4_000)
    const pairs = JSON.parse(text) as [string, string][]
    expect(pairs).toEqual(Object.entries(flood).slice(0, pairs.length))
  })
  it('have no NUL, and no half of a character', () => {
    expect(toHeaderPairs({ a: '\0x\0', b: '\u{ED}\u{A0}\u{80}', c: `${'x'.repeat(1_023)}\u{C5}\u{BB}` })).toBe(
      JSON.stringify([
        ['a', 'x'],
        ['b', '\u{FFFD}\u{FFFD}\u{FFFD}'],
        ['c', `${'x'.repeat(1_023)}…`],
      ]),
    )
  })
  it('leave out one whose name alone is too long', () => {
    expect(toHeaderPairs({ a: '1', ['n'.repeat(5_000)]: '2' })).toBe('[["a","1"]]')
  })
})

describe('a batcher', () => {
  it('makes one call of what comes while another is under way', async () => {
    const calls: number[][] = []
    const add = createBatcher(
      async (items: readonly number[]) => (calls.push([...items]), items.map((item) => item * 2)),
      { max: 10, patienceMs: 1, onError: vi.fn() },
    )
    expect(await Promise.all([1, 2, 3].map((item) => add(item)))).toEqual([2, 4, 6])
    expect(calls).toEqual([[1, 2, 3]])
  })
  it('fails the bad item alone', async () => {
    const run = async (items: readonly number[]) => {
      if (items.includes(2)) throw Object.assign(new Error('invalid byte sequence'), { code: '22021' })
      return items
    }
    const add = createBatcher(run, { max: 10, patienceMs: 1_000, onError: vi.fn() })
    const outcomes = await Promise.allSettled([1, 2, 3].map((item) => add(item)))
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  })
  it('outlasts a database that is away for a while', async () => {
    let tries = 0
    const run = async (items: readonly number[]) => {
      if (++tries < 3) throw new Error('Connection terminated')
      return items
    }
    const add = createBatcher(run, { max: 10, patienceMs: 5_000, onError: vi.fn() })
    expect(await add(1)).toBe(1)
  })
  it('gives an item up when its patience is over', async () => {
    const add = createBatcher(() => Promise.reject(new Error('Connection terminated')), {
      max: 10,
      patienceMs: 0,
      onError: vi.fn(),
    })
    await expect(add(1)).rejects.toThrow('Connection terminated')
  })
})

describe('a loop', () => {
  it('goes on after errors, and wakes when it is kicked', async () => {
    const onError = vi.fn()
    let turns = 0
    const loop = createLoop(() => (++turns, Promise.resolve(false)), { everyMs: 60_000, onError })
    await expect.poll(() => turns).toBe(1)
    loop.kick()
    await expect.poll(() => turns).toBe(2)
    await loop.stop()
    expect(turns).toBe(2)
  })
})

describe('the watchdog', () => {
  it('barks when jobs wait and none is started, look after look', () => {
    const look = createStallCheck(3)
    const barks = [1, 2, 3, 4].map((turns) => look({ started: 7, turns, isWaiting: true }))
    expect(barks).toEqual([false, false, false, true])
  })
  it('stays quiet while something is started or nothing waits', () => {
    const look = createStallCheck(2)
    for (let turns = 0; turns < 9; turns++) {
      expect(look({ started: turns, turns, isWaiting: true })).toBe(false)
      expect(look({ started: turns, turns: turns + 0.5, isWaiting: false })).toBe(false)
    }
  })
  it('barks when the relay stands still', () => {
    const look = createStallCheck(2)
    expect([1, 2, 3].map((started) => look({ started, turns: 5, isWaiting: false }))).toEqual([false, false, true])
  })
})

describe('the environment', () => {
  const good = { DATABASE_URL: 'postgres://localhost/x', ENCRYPTION_KEY: Buffer.alloc(32).toString('base64') }
  it('has the defaults that are documented', () => {
    expect(defaults).toMatchObject({
      schedule: [0, 5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400],
      timeoutMs: 15_000,
      leaseMs: 60_000,
      disableAfter: { seconds: 259_200, failures: 20, events: 3 },
      perEndpoint: 5,
      mostPerEndpoint: 20,
      allowPrivate: false,
    })
  })
  it('takes fractions of seconds', () => {
    expect(readEnv('worker', { ...good, WEBHOOK_RETRY_SCHEDULE: '0, 0.5,2' }).WEBHOOK_RETRY_SCHEDULE).toEqual([
      0, 0.5, 2,
    ])
    expect(readEnv('worker', { ...good, WEBHOOK_DISABLE_AFTER: '10,3,1' }).WEBHOOK_DISABLE_AFTER).toEqual({
      seconds: 10,
      failures: 3,
      events: 1,
    })
  })
  it('takes several servers of one database, as libpq writes them', () => {
    const several = 'postgresql://me:p%40ss@a:5433,b,[::1]:5434/x?target_session_attrs=read-write&sslmode=disable'
    const env = readEnv('worker', { ...good, DATABASE_URL: several, REDIS_URL: 'redis://x' })
    expect(env.DATABASE_URL).toBe(
      'postgresql://me:p%40ss@a:5433/x?sslmode=disable&server=b&server=%5B%3A%3A1%5D%3A5434',
    )
    expect(() => readEnv('worker', { ...good, DATABASE_URL: several })).toThrow('several servers needs REDIS_URL')
    const one = 'postgresql://me:p,w@a/x?options=a,b'
    expect(readEnv('worker', { ...good, DATABASE_URL: one }).DATABASE_URL).toBe(one)
  })
  it.each([
    ['DATABASE_URL', 'mysql://x'],
    ['DATABASE_URL', 'postgres://a,b/x?target_session_attrs=prefer-standby'],
    ['ENCRYPTION_KEY', ''],
    ['ENCRYPTION_KEY', 'c2hvcnQ='],
    ['REDIS_URL', 'http://x'],
    ['WEBHOOK_RETRY_SCHEDULE', '0,soon'],
    ['WEBHOOK_RETRY_SCHEDULE', '0,,5'],
    ['WEBHOOK_TIMEOUT_MS', '50'],
    ['WEBHOOK_TIMEOUT_MS', '500000'],
    ['WEBHOOK_DISABLE_AFTER', '1.5,2.5,3'],
    ['WEBHOOK_DISABLE_AFTER', '10,3'],
    ['WEBHOOK_IN_FLIGHT', '5'],
    ['WEBHOOK_IN_FLIGHT', '20,5'],
    ['WEBHOOK_IN_FLIGHT', '0,5'],
    ['WEBHOOK_ALLOW_PRIVATE', 'yes'],
  ])('refuses %s=%s by name', (name, value) => {
    expect(() => readEnv('worker', { ...good, [name]: value })).toThrow(name)
  })
})

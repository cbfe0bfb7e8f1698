import { describe, expect, it } from 'vitest'
import { memoryRateLimiter } from '../src/http/access/memory-rate-limit.ts'
import { networkOf } from '../src/http/access/network-of.ts'

describe('what an address is counted by', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['::ffff:cb00:7107', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:0001:0002::9', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['::', '0:0:0:0::/64'],
    ['::1:2:3:4:5:6', '0:0:1:2::/64'],
    ['', ''],
    ['unknown', 'unknown'],
  ])('%s is %s', (address, network) => {
    expect(networkOf(address)).toBe(network)
  })
})

describe('a store of counts', () => {
  it('forgets nobody when it is full, and lets nobody through uncounted', async () => {
    const store = memoryRateLimiter(() => 0, { most: 2 })
    for (let time = 0; time < 5; time++) await store.count('heaviest', 5)
    await store.count('second', 5)
    let allowed = 0
    for (let id = 0; id < 20_000; id++) if ((await store.count(`other ${id}`, 1)).allowed) allowed++
    expect(allowed).toBeGreaterThan(0)
    expect(allowed).toBeLessThanOrEqual(1_024)
    expect(store.size()).toBeLessThanOrEqual(2 + 1_024)
    expect((await store.count('other 7', 1)).allowed).toBe(false)
    expect((await store.count('heaviest', 5)).allowed).toBe(false)
    expect((await store.count('second', 5)).used).toBe(2)
  })

  it('has room again when windows have ended', async () => {
    let now = 0
    const store = memoryRateLimiter(() => now, { most: 2, sweepMs: 1 })
    for (let id = 0; id < 5_000; id++) await store.count(`id ${id}`, 1)
    now = 60_000
    await expect.poll(() => store.size()).toBe(0)
    expect(await store.count('id 7', 1)).toMatchObject({ allowed: true, used: 1 })
    expect(store.peek('id 7')).toEqual({ used: 1, msLeft: 60_000 })
  })

  it('counts nothing when it is only asked', async () => {
    const store = memoryRateLimiter()
    expect(store.peek('id')).toEqual({ used: 0, msLeft: 0 })
    expect(store.size()).toBe(0)
  })
})

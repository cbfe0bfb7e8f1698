import { afterAll, beforeAll, expect, it } from 'vitest'
import { withoutPorts } from '../src/http/access/forwarded-for.ts'
import { memoryRateLimiter } from '../src/http/access/memory-rate-limit.ts'
import { startApi } from './harness.ts'
import type { Api } from './harness.ts'

const counted = new Set<string>()
const counting = memoryRateLimiter()
const formLimiter = {
  ...counting,
  count(id: string, ...rest: [number, number?]) {
    counted.add(id)
    return counting.count(id, ...rest)
  },
}

let behindOne: Api
let behindNamed: Api
beforeAll(async () => {
  behindOne = await startApi({ formLimiter, trustProxy: 1 })
  behindNamed = await startApi({ formLimiter, trustProxy: '127.0.0.1, 192.0.2.7' })
})
afterAll(() => Promise.all([behindOne.close(), behindNamed.close()]))

/** What visits are counted by that come with each of these headers. */
async function countedFor(api: Api, headers: readonly string[]): Promise<string[]> {
  counted.clear()
  for (const path of ['/sign/unknown', '/invoice/unknown', '/intake/unknown'])
    for (const addresses of headers) await fetch(api.origin + path, { headers: { 'x-forwarded-for': addresses } })
  return [...counted]
}

it.each([
  [['198.51.100.2', '198.51.100.2:20001', '198.51.100.2:20002'], 'visit/198.51.100.2'],
  [['[2001:db8::1]:5', '[2001:db8::1]', '2001:db8::1', '2001:db8::1'], 'visit/2001:db8:0:0::/64'],
  [['203.0.113.9, 198.51.100.2:20003'], 'visit/198.51.100.2'],
  [
    ['::ffff:198.51.100.2:20001', '::FFFF:198.51.100.2:20002', '[::ffff:198.51.100.2]:3', '198.51.100.2'],
    'visit/198.51.100.2',
  ],
])('visits with the addresses %j are those of one caller', async (headers, id) => {
  expect(await countedFor(behindOne, headers)).toEqual([id])
})

it('a proxy that is trusted by its address is known with a port too', async () => {
  const headers = ['198.51.100.2:20001, 192.0.2.7:443', '198.51.100.2, 192.0.2.7']
  expect(await countedFor(behindNamed, headers)).toEqual(['visit/198.51.100.2'])
})

it.each([
  ['198.51.100.2:1', '198.51.100.2'],
  ['[::1]:5', '::1'],
  ['"[2001:db8::1]:4711"', '2001:db8::1'],
  ['::ffff:198.51.100.2', '::ffff:198.51.100.2'],
  ['::ffff:198.51.100.2:5, ::FFFF:198.51.100.2:6', '::ffff:198.51.100.2, ::FFFF:198.51.100.2'],
  ['64:ff9b::198.51.100.2:5', '64:ff9b::198.51.100.2'],
  ['2001:db8::1:5', '2001:db8::1:5'],
  ['unknown, _hidden:5', 'unknown, _hidden:5'],
  ['198.51.100.2:1,[::1]:5 , 10.0.0.1', '198.51.100.2,::1 , 10.0.0.1'],
])('%s is without its ports %s', (sent, expected) => {
  expect(withoutPorts(sent)).toBe(expected)
})

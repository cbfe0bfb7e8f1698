import { expect, it } from 'vitest'
import { createPaces } from '../src/runtime/paces.ts'
import type { Paces } from '../src/runtime/paces.ts'

const options = { perEndpoint: 5, mostPerEndpoint: 8, quickMs: 500 }
const endpoint = { workspaceId: 1, endpointId: '7' }
const [quick, slow, failed] = [
  { outcome: 'success', durationMs: 500 },
  { outcome: 'success', durationMs: 501 },
  { outcome: 'timeout', durationMs: 1 },
]

async function answer(paces: Paces, times: number, ended = quick, to = endpoint) {
  for (let n = 0; n < times; n++) await paces.around(to, async () => ended)
}

const roomOf = (paces: Paces) => paces.raised().find(({ endpointId }) => endpointId === endpoint.endpointId)?.room ?? 5

it('an endpoint gets one more place after ten quick answers for each that it has, up to the most', async () => {
  const paces = createPaces(options)
  await answer(paces, 49)
  expect(paces.raised()).toEqual([])
  await answer(paces, 1)
  expect(paces.raised()).toMatchObject([{ ...endpoint, room: 6 }])
  await answer(paces, 59)
  expect(roomOf(paces)).toBe(6)
  await answer(paces, 1)
  expect(roomOf(paces)).toBe(7)
  await answer(paces, 1_000)
  expect(roomOf(paces)).toBe(8)
})

it.each([
  ['slow', slow],
  ['failed', failed],
])('one that is %s halves the places, never below the least, and the row begins anew', async (_name, ended) => {
  const paces = createPaces({ ...options, mostPerEndpoint: 20 })
  await answer(paces, 10_000)
  expect(roomOf(paces)).toBe(20)
  await answer(paces, 1, ended)
  expect(roomOf(paces)).toBe(10)
  await answer(paces, 1, ended)
  expect(roomOf(paces)).toBe(5)
  await answer(paces, 49)
  await answer(paces, 1, ended)
  await answer(paces, 49)
  expect(roomOf(paces)).toBe(5)
})

it('is full once as many are under way as may be, and again when that becomes less', async () => {
  const paces = createPaces(options)
  await answer(paces, 50)
  const held = Array.from({ length: 6 }, () => Promise.withResolvers<typeof quick>())
  const attempts = held.map(({ promise }, at) => {
    expect([at, paces.isFull(endpoint)]).toEqual([at, false])
    return paces.around(endpoint, () => promise)
  })
  expect(paces.isFull(endpoint)).toBe(true)
  held[0]?.resolve(quick)
  await attempts[0]
  expect(paces.isFull(endpoint)).toBe(false)
  await answer(paces, 1, slow)
  expect(paces.isFull(endpoint)).toBe(true)
  for (const { resolve } of held) resolve(quick)
  await Promise.all(attempts)
  expect(paces.isFull(endpoint)).toBe(false)
})

it('an attempt that could not be made leaves its place', async () => {
  const paces = createPaces({ ...options, perEndpoint: 1 })
  await expect(paces.around(endpoint, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(paces.isFull(endpoint)).toBe(false)
})

it('remembers only as many endpoints as it can look through for each pass', async () => {
  const paces = createPaces({ perEndpoint: 1, mostPerEndpoint: 2, quickMs: 500 })
  for (let n = 0; n < 150; n++) await answer(paces, 10, quick, { workspaceId: 1, endpointId: String(n) })
  expect(paces.raised()).toHaveLength(100)
  expect(paces.raised()[0]).toMatchObject({ endpointId: '50', room: 2 })
})

import { expect, it } from 'vitest'
import { share } from '../src/relay/share.ts'
import type { Due } from '../src/relay/share.ts'

interface Account {
  endpoints: number
  each?: number
  /** Under way already, at each endpoint. */
  busy?: number
}

const perEndpoint = 5

/** What is due in accounts named a, b, c …; the first account's has waited longest. */
function dueOf(accounts: readonly Account[]): Due[] {
  return accounts.flatMap(({ endpoints, each = 10, busy = 0 }, account) =>
    Array.from({ length: endpoints }, (_, endpoint) =>
      Array.from({ length: each }, (_none, n) => ({
        account: String.fromCodePoint(97 + account),
        accountBusy: busy * endpoints,
        workspaceId: account,
        endpointId: String(endpoint),
        endpointBusy: busy,
        deliveryId: `${account}/${endpoint}/${n}`,
        isTest: false,
        dueAt: account * 1_000 + n,
      })),
    ).flat(),
  )
}

const countBy = (due: readonly Due[], key: 'account' | 'endpointId') =>
  Object.fromEntries([...Map.groupBy(due, (item) => item[key])].map(([name, items]) => [name, items.length]))

it('gives an account alone a quarter of the places, divided among its endpoints', () => {
  const { taken, waiting } = share(dueOf([{ endpoints: 40 }]), { places: 160, busy: 0, perEndpoint })
  expect(taken).toHaveLength(40)
  expect(new Set(Object.values(countBy(taken, 'endpointId')))).toEqual(new Set([1]))
  expect(waiting).toEqual(new Set(['a']))
})

it('gives nothing to an account that has its quarter, and a place to one that has none', () => {
  const due = dueOf([
    { endpoints: 10, busy: 4 },
    { endpoints: 1, each: 1 },
  ])
  const { taken, waiting } = share(due, { places: 160, busy: 40, perEndpoint })
  expect(countBy(taken, 'account')).toEqual({ b: 1 })
  expect(waiting).toEqual(new Set(['a']))
})

it('keeps places free however many accounts have more due than they get', () => {
  for (const count of [1, 2, 5, 20, 60]) {
    const due = dueOf(Array.from({ length: count }, () => ({ endpoints: 40 })))
    const { taken } = share(due, { places: 200, busy: 0, perEndpoint })
    const counts = Object.values(countBy(taken, 'account'))
    expect(counts).toHaveLength(count)
    expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1)
    expect(Math.max(...counts)).toBeLessThanOrEqual(50)
    expect(taken.length).toBeLessThan(200)
  }
})

it('gives out every place when there are as many accounts, the longest wait first, and none beyond', () => {
  const due = dueOf(Array.from({ length: 300 }, () => ({ endpoints: 1, each: 1 })))
  const { taken, waiting } = share(due, { places: 200, busy: 0, perEndpoint })
  expect(taken.map(({ workspaceId }) => workspaceId)).toEqual(Array.from({ length: 200 }, (_, n) => n))
  expect(waiting.size).toBe(100)
  expect(share(due, { places: 200, busy: 200, perEndpoint }).taken).toEqual([])
})

it('lets an endpoint have five at once, tests before the rest, and makes nobody wait for that', () => {
  const due = dueOf([{ endpoints: 1, busy: 2 }]).map((item, n) => ({ ...item, isTest: n === 7 || n === 9 }))
  const { taken, waiting } = share(due, { places: 200, busy: 2, perEndpoint })
  expect(taken.map(({ deliveryId }) => deliveryId)).toEqual(['0/0/7', '0/0/9', '0/0/0'])
  expect(waiting).toEqual(new Set())
})

it('prefers the endpoint of an account that has the least under way', () => {
  const due = dueOf([{ endpoints: 4, busy: 3 }]).map((item) =>
    item.endpointId === '3' ? { ...item, endpointBusy: 0, accountBusy: 9 } : { ...item, accountBusy: 9 },
  )
  const { taken } = share(due, { places: 44, busy: 9, perEndpoint })
  expect(taken.map(({ endpointId }) => endpointId)).toEqual(['3', '3'])
})

import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { contract } from '../src/contract.ts'
import { accountContract, dashContract } from '../src/dash/contract.ts'
import type { Operation, Resource } from '../src/operations/operation.ts'
import { placesOf } from '../src/testing/places.ts'

const many = 10_000

/** What is wrong with an array or an object with open keys that takes too much in, or looks at it before it counts. */
function faultsOf(schema: z.ZodType): string[] {
  return placesOf(schema).flatMap(({ path, kind, schema: here }) => {
    const at = path.join('.') || 'itself'
    if (kind === 'array')
      return judge(
        at,
        here,
        Array.from({ length: many }, () => Symbol('wrong')),
      )
    if (kind === 'record')
      return judge(at, here, Object.fromEntries(Array.from({ length: many }, (_, n) => [`${n}`, Symbol('wrong')])))
    return []
  })
}

function judge(at: string, schema: z.ZodType, value: unknown): string[] {
  const issues = schema.safeParse(value).error?.issues ?? []
  if (issues.length === 0) return [`${at} takes ${many} items: say how many it can have at most`]
  if (issues.length > 1)
    return [`${at} is found fault with ${issues.length} times: give it its maximum before anything else`]
  return []
}

const everything: Readonly<Record<string, Resource<string>>> = { ...contract, ...dashContract, ...accountContract }
const operations = Object.values(everything).flatMap((resource): Operation<string>[] => Object.values(resource))

it.each(operations.map((operation) => [operation.operationId, operation] as const))(
  '%s counts what it is sent before it looks at it',
  (_name, operation) => {
    const { params, query, body } = operation
    const item = 'item' in operation && operation.item instanceof z.ZodType ? operation.item : undefined
    const parts = [params, query, body, item].filter((part) => part !== undefined)
    expect(parts.flatMap(faultsOf)).toEqual([])
  },
)

describe('the check', () => {
  const of = (member: z.ZodType) => faultsOf(z.object({ outer: z.object({ member: member.nullable().optional() }) }))

  it.each([
    ['an array without a maximum', z.array(z.string())],
    ['an array whose items are looked at first', z.array(z.string()).refine((items) => items.length <= 10)],
    ['an array within another', z.array(z.array(z.string())).max(10)],
    ['an array that is transformed', z.array(z.string()).transform((items) => items.length)],
    ['a record', z.record(z.string(), z.string())],
    ['an object with open keys', z.looseObject({})],
    ['an alternative', z.union([z.string(), z.array(z.string())])],
  ])('finds %s', (_name, member) => {
    expect(of(member)).toHaveLength(1)
  })

  it('is content with a maximum, wherever the array stands', () => {
    const list = z.array(z.object({ tags: z.array(z.string()).max(3) }))
    for (const member of [list.min(1).max(10), list.max(10).default([]), list.max(10).transform((it) => it.length)])
      expect(of(member)).toEqual([])
  })
})

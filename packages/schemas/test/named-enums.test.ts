import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { namedEnum } from '../src/fields/named-enum.ts'
import { openApiDocument } from '../src/openapi/document.ts'
import type { Operation } from '../src/operations/operation.ts'

const tags = { things: { name: 'Things', description: 'Things.' } }
const get: Operation = {
  method: 'get',
  path: '/things',
  operationId: 'listThings',
  summary: 'List',
  scope: null,
  responses: {},
}

const schemasWith = (fields: z.ZodRawShape) =>
  openApiDocument({ things: { list: { ...get, responses: { 200: z.object(fields) } } } }, tags, '').components?.schemas

describe('an enum with a name', () => {
  const state = namedEnum('State', ['open', 'closed'], 'How it is.')

  it('is one component, however often it is used, with null where it can be null', () => {
    const nullable = namedEnum('Kind', ['a', 'b'], 'What it is.').nullable()
    expect(schemasWith({ state, again: state.optional(), kind: nullable })).toMatchObject({
      State: { type: 'string', enum: ['open', 'closed'], description: 'How it is.' },
      Kind: { type: 'string', nullable: true, enum: ['a', 'b', null], description: 'What it is.' },
    })
  })

  it('has the same values everywhere', () => {
    expect(() => schemasWith({ state, other: namedEnum('State', ['open'], 'How it is.') })).toThrow(
      'State has different values in different places',
    )
    expect(() => schemasWith({ state, other: state.nullable() })).toThrow('State has different values')
  })
})

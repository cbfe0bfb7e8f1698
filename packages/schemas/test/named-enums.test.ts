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

  it('stays without null where it is null in some places only, which refer to a second component', () => {
    const { State, NullableState, ...others } = schemasWith({ state, other: state.nullable() }) ?? {}
    const component = { type: 'string', enum: ['open', 'closed'], description: 'How it is.' }
    expect(State).toEqual(component)
    expect(NullableState).toEqual({ ...component, nullable: true, enum: ['open', 'closed', null] })
    expect(JSON.stringify(others)).not.toContain('"nullable"')
    const document = openApiDocument(
      { things: { list: { ...get, responses: { 200: z.object({ state, other: state.nullable() }) } } } },
      tags,
      '',
    )
    expect(JSON.stringify(document.paths)).toContain(
      JSON.stringify({
        type: 'string',
        nullable: true,
        allOf: [{ $ref: '#/components/schemas/NullableState' }],
        description: 'How it is.',
      }),
    )
  })

  it('has the same values everywhere', () => {
    expect(() => schemasWith({ state, other: namedEnum('State', ['open'], 'How it is.') })).toThrow(
      'State has different values in different places',
    )
  })
})

import { z } from 'zod'
import { line } from '../../fields/primitives.ts'
import type { DashResource } from '../operation.ts'
import { orNothing } from './firm/boxes.ts'

const Pattern = orNothing(line(60).transform((pattern) => pattern.trim()))

const MatterNumbers = z.object({
  /** Null: new matters get no number. */
  pattern: z.string().nullable(),
  /** The number of the next matter. Null without a pattern. */
  next: z.string().nullable(),
})

const Answer = z.object({ data: MatterNumbers })

const many = { path: '/matter-numbers' } as const

/** The pattern of matter numbers. */
export const matterNumbers = {
  get: {
    ...many,
    method: 'get',
    operationId: 'getMatterNumbers',
    summary: 'The pattern of matter numbers and the next number, also of a pattern that is not set yet',
    scope: null,
    query: z.object({ pattern: line(60).optional() }),
    responses: { 200: Answer },
  },
  set: {
    ...many,
    method: 'put',
    operationId: 'setMatterNumbers',
    changes: '/matter-numbers',
    summary: 'Set the pattern of matter numbers; matters keep their numbers',
    scope: 'settings:write',
    body: z.object({ pattern: Pattern }),
    responses: { 200: Answer },
  },
} as const satisfies DashResource

import { z } from 'zod'
import { nonBlankLine, text } from '../../fields/primitives.ts'
import type { DashResource } from '../operation.ts'

const slug = z.string().regex(/^[a-z0-9](?:[a-z0-9-]{1,61}[a-z0-9])$/, {
  message: 'must be 3 to 63 small letters, digits and hyphens, such as smith-law',
})

const Form = z.object({
  /** Its place in the address, `/intake/<slug>`; unique on this server. */
  slug,
  title: nonBlankLine(120),
  introduction: text(4096).default(''),
  /** The choices. Empty means free text. */
  practice_areas: z.array(nonBlankLine(120)).max(30).default([]),
  is_open: z.boolean().default(true),
})

const Answer = z.object({
  data: Form.extend({
    slug: z.string(),
    /** Where the form is. */
    url: z.string(),
  }).nullable(),
})

/** The public form by which people become leads. */
export const intakeForm = {
  get: {
    method: 'get',
    path: '/intake-form',
    operationId: 'getIntakeForm',
    summary: 'The intake form; null until there is one',
    scope: 'leads:read',
    responses: { 200: Answer },
  },
  put: {
    method: 'put',
    path: '/intake-form',
    operationId: 'putIntakeForm',
    changes: '/intake-form',
    summary: 'Make the intake form, or change it',
    scope: 'leads:manage',
    body: Form,
    readOnly: ['url'],
    responses: { 200: Answer },
  },
} as const satisfies DashResource

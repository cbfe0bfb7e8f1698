import { z } from 'zod'
import { PageQuery, pageOf } from '../fields/lists.ts'
import type { Resource } from '../operations/operation.ts'
import { emailAddress, text, Timestamp } from '../fields/primitives.ts'

export const urgencies = ['low', 'medium', 'high'] as const
export const leadStatuses = ['new', 'contacted', 'qualified', 'converted', 'lost'] as const

const nullableText = (example: string) => z.string().nullable().meta({ example })
const toWriters = 'Null only in the answer to a key without `leads:read`.'

const examples = {
  first_name: 'Daniel',
  last_name: 'Ortiz',
  email: 'daniel.ortiz@example.com',
  phone: '+1 555 0199',
  company: 'Ortiz Roofing',
  practice_area: 'Personal injury',
  description: 'Fell from a scaffold at work in February.',
} as const

const Lead = z
  .object({
    lead_id: z.uuid().meta({ pattern: undefined, readOnly: true, example: '7d3f0c52-1b7e-4a43-9d6c-5e0f2a8b9c14' }),
    first_name: nullableText(examples.first_name),
    last_name: nullableText(examples.last_name),
    email: nullableText(examples.email).meta({ format: 'email' }),
    phone: nullableText(examples.phone),
    company: nullableText(examples.company),
    practice_area: nullableText(examples.practice_area),
    description: nullableText(examples.description),
    urgency: z.enum(urgencies).nullable().meta({ description: toWriters, example: 'high' }),
    status: z.enum(leadStatuses).meta({ readOnly: true, description: 'More may come.' }),
    score: z
      .int()
      .min(0)
      .max(100)
      .nullable()
      .meta({
        readOnly: true,
        description: `How promising the lead is, from practice area and urgency. ${toWriters}`,
        example: 100,
      }),
    created_at: Timestamp.nullable().meta({ readOnly: true, description: toWriters }),
    updated_at: Timestamp.nullable().meta({ readOnly: true, description: toWriters }),
  })
  .meta({ id: 'Lead' })

/** An email address that may have blanks around it, or be blank. */
const LeadEmail = z
  .string()
  .transform((value) => value.trim())
  .pipe(text(254))
  .refine((value) => value === '' || emailAddress.safeParse(value).success, {
    message: 'must be an email address such as name@example.com',
    params: { code: 'invalid_format' },
  })
  .meta({ format: 'email', maxLength: 254, example: examples.email })

const optionalText = (max: number, example: string) => text(max).nullable().optional().meta({ example })

const LeadFields = z.object({
  first_name: optionalText(255, examples.first_name),
  last_name: optionalText(255, examples.last_name),
  email: LeadEmail.nullable().optional(),
  phone: optionalText(64, examples.phone),
  company: optionalText(255, examples.company),
  practice_area: optionalText(255, examples.practice_area),
  description: optionalText(65_536, examples.description),
  urgency: z.enum(urgencies).nullable().optional().meta({ default: 'medium', example: 'high' }),
})

export type LeadInput = z.output<typeof LeadFields>

const Captured = z.object({ success: z.literal(true), lead: Lead, created: z.boolean() })

const isObject = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value)

export const leads = {
  list: {
    method: 'get',
    path: '/leads',
    operationId: 'listLeads',
    summary: 'List leads',
    description: 'One page of the leads that were submitted through this key, newest first.',
    scope: 'leads:read',
    query: PageQuery,
    responses: { 200: pageOf('leads', Lead) },
  },
  create: {
    method: 'post',
    path: '/leads',
    operationId: 'createLead',
    summary: 'Capture a lead',
    description:
      'A lead whose email is known is not captured twice: empty members are filled in, the urgency may rise, and the answer is 200 with `created: false`.',
    scope: 'leads:write',
    body: z
      .object({
        leadData: z
          .preprocess((value) => (isObject(value) ? value : {}), LeadFields)
          .meta({ description: 'At least an email or a first name.' }),
      })
      .meta({ id: 'LeadCreate' }),
    readOnly: ['lead_id', 'status', 'score', 'created_at', 'updated_at'].map((name) => `leadData.${name}`),
    responses: { 200: Captured, 201: Captured },
  },
} as const satisfies Resource

import { z } from 'zod'
import { fieldsParam } from '../fields/fields-param.ts'
import { PageQuery, pageOf } from '../fields/lists.ts'
import { namedEnum } from '../fields/named-enum.ts'
import { emailText } from '../fields/query.ts'
import type { Resource } from '../operations/operation.ts'
import { Created, emailAddress, Success, text, Timestamp } from '../fields/primitives.ts'

export const urgencies = ['low', 'medium', 'high'] as const
export const leadStatuses = ['new', 'contacted', 'qualified', 'converted', 'lost'] as const

const Urgency = namedEnum('LeadUrgency', urgencies, 'How soon somebody should answer.').nullable()

const words = {
  first_name: { description: 'The given name.', example: 'Daniel' },
  last_name: { description: 'The family name.', example: 'Ortiz' },
  email: { description: 'An email address. A lead is captured once for each.', example: 'daniel.ortiz@example.com' },
  phone: { description: 'A phone number, in any form.', example: '+1 555 0199' },
  company: { description: 'The company that it is about or from.', example: 'Ortiz Roofing' },
  practice_area: {
    description: 'The area of law, in your own words. It counts for the score.',
    example: 'Personal injury',
  },
  description: { description: 'What it is about.', example: 'Fell from a scaffold at work in February.' },
} as const

const nullableText = (name: keyof typeof words) => z.string().nullable().meta(words[name])
const toWriters = 'Null only in the answer to a key without `leads:read`.'

export const Lead = z
  .object({
    lead_id: z.uuid().meta({
      pattern: undefined,
      readOnly: true,
      description: 'The id of the lead.',
      example: '7d3f0c52-1b7e-4a43-9d6c-5e0f2a8b9c14',
    }),
    first_name: nullableText('first_name'),
    last_name: nullableText('last_name'),
    email: nullableText('email').meta({ format: 'email' }),
    phone: nullableText('phone'),
    company: nullableText('company'),
    practice_area: nullableText('practice_area'),
    description: nullableText('description'),
    urgency: Urgency.meta({ description: `How soon somebody should answer. ${toWriters}`, example: 'high' }),
    status: namedEnum(
      'LeadStatus',
      leadStatuses,
      'How far the lead is. It is changed in the dashboard; more values may come.',
    ).meta({ readOnly: true }),
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
    created_at: Timestamp.nullable().meta({ readOnly: true, description: `When it was captured. ${toWriters}` }),
    updated_at: Timestamp.nullable().meta({ readOnly: true, description: `When it last changed. ${toWriters}` }),
  })
  .meta({ id: 'Lead', description: 'An enquiry that may become a client.' })

/** An email address that may have blanks around it, or be blank. */
const LeadEmail = z
  .string()
  .transform((value) => value.trim())
  .pipe(text(254))
  .refine((value) => value === '' || emailAddress.safeParse(value).success, {
    message: 'must be an email address such as name@example.com',
    params: { code: 'invalid_format' },
  })
  .meta({
    ...words.email,
    // Blanks are more than the format and the length of an address allow.
    maxLength: undefined,
    description: 'An email address of at most 254 characters; blanks around it are dropped, and a blank one is none.',
  })

const optionalText = (max: number, name: keyof typeof words) => text(max).nullable().optional().meta(words[name])

const LeadFields = z.object({
  first_name: optionalText(255, 'first_name'),
  last_name: optionalText(255, 'last_name'),
  email: LeadEmail.nullable().optional(),
  phone: optionalText(64, 'phone'),
  company: optionalText(255, 'company'),
  practice_area: optionalText(255, 'practice_area'),
  description: optionalText(65_536, 'description'),
  urgency: Urgency.optional().meta({ default: 'medium', example: 'high' }),
})

export type LeadInput = z.output<typeof LeadFields>

const Captured = z.object({ success: Success, lead: Lead, created: Created })

const isObject = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value)

export const leads = {
  list: {
    method: 'get',
    path: '/leads',
    operationId: 'listLeads',
    summary: 'List leads',
    description: 'One page of the leads that were submitted through this key, newest first.',
    scope: 'leads:read',
    query: PageQuery.extend({
      email: emailText
        .optional()
        .meta({ description: 'Only the lead with this `email`, in whatever letters it is written.' }),
      ...fieldsParam(Lead),
    }),
    responses: { 200: pageOf('leads', Lead, { id: 'LeadList', description: 'One page of leads.' }) },
  },
  create: {
    method: 'post',
    path: '/leads',
    operationId: 'createLead',
    summary: 'Capture a lead',
    description:
      'A lead whose email is known is not captured twice: empty fields are filled in, the urgency may rise, and the answer is 200 with `created: false`.',
    scope: 'leads:write',
    body: z
      .object({
        leadData: z
          .preprocess((value) => (isObject(value) ? value : {}), LeadFields)
          .meta({ description: 'At least an email or a first name.' }),
      })
      .meta({ id: 'LeadCreate', description: 'A lead to capture.' }),
    readOnly: ['lead_id', 'status', 'score', 'created_at', 'updated_at'].map((name) => `leadData.${name}`),
    responses: { 200: Captured, 201: Captured },
  },
} as const satisfies Resource

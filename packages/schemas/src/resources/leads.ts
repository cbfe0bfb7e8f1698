import { z } from 'zod'
import { epochParam } from '../fields/epoch.ts'
import { fieldsParam } from '../fields/fields-param.ts'
import { customFieldsFilter, leadCustomFields } from '../fields/custom-field.ts'
import { leadMetadata } from '../fields/metadata.ts'
import { PageQuery, pageOf } from '../fields/lists.ts'
import { namedEnum } from '../fields/named-enum.ts'
import { emailText } from '../fields/query.ts'
import type { Resource } from '../operations/operation.ts'
import { isEmailAddress, notAnAddress } from '../fields/email-address.ts'
import { Created, Success, text, Timestamp } from '../fields/primitives.ts'

export const urgencies = ['low', 'medium', 'high'] as const
export const leadStatuses = ['new', 'contacted', 'qualified', 'converted', 'lost'] as const

const Urgency = namedEnum('LeadUrgency', urgencies, 'How soon the firm should respond.').nullable()

const words = {
  first_name: { description: 'First name.', example: 'Daniel' },
  last_name: { description: 'Last name.', example: 'Ortiz' },
  email: { description: 'Email address. Each address has one lead.', example: 'daniel.ortiz@example.com' },
  phone: { description: 'Phone number, in any notation.', example: '+1 555 0199' },
  company: { description: 'Company of the person.', example: 'Ortiz Roofing' },
  practice_area: {
    description: 'Area of law, as free text. It counts for `score`.',
    example: 'Personal injury',
  },
  description: {
    description: 'What the person needs help with.',
    example: 'Fell from a scaffold at work in February.',
  },
} as const

const nullableText = (name: keyof typeof words) => z.string().nullable().meta(words[name])
const toWriters = 'Null only in the response to a POST, see `WrittenLead`.'

export const Lead = z
  .object({
    lead_id: z.uuid().meta({
      pattern: undefined,
      readOnly: true,
      description: 'ID of the lead.',
      example: '7d3f0c52-1b7e-4a43-9d6c-5e0f2a8b9c14',
    }),
    first_name: nullableText('first_name'),
    last_name: nullableText('last_name'),
    email: nullableText('email').meta({ format: 'email' }),
    phone: nullableText('phone'),
    company: nullableText('company'),
    practice_area: nullableText('practice_area'),
    description: nullableText('description'),
    urgency: Urgency.meta({ description: `How soon the firm should respond. ${toWriters}`, example: 'high' }),
    status: namedEnum(
      'LeadStatus',
      leadStatuses,
      'Status of the lead. A new lead is `new`; members change the status in the dashboard. More values can be added.',
    ).meta({ readOnly: true }),
    score: z
      .int()
      .min(0)
      .max(100)
      .nullable()
      .meta({
        readOnly: true,
        description: `Score of the lead from 20 (low) to 100 (high): points for the practice area plus points for the urgency. ${toWriters}`,
        example: 100,
      }),
    created_at: Timestamp.meta({ readOnly: true, description: 'Time at which the lead was captured.' }),
    updated_at: Timestamp.meta({ readOnly: true, description: 'Time of the last change.' }),
    metadata: leadMetadata.output,
    custom_fields: leadCustomFields.output,
  })
  .meta({ id: 'Lead', description: 'An enquiry of a person who may become a client.' })

/** An email address that may have blanks around it, or be blank. */
const LeadEmail = z
  .string()
  .transform((value) => value.trim())
  .pipe(text(254))
  .refine((value) => value === '' || isEmailAddress(value), notAnAddress)
  .meta({
    ...words.email,
    format: 'email',
    // Blanks are more than the format and the length of an address allow.
    maxLength: undefined,
    description:
      'Email address of at most 254 characters. If a lead has this email, that lead is completed instead. Spaces around the email are removed, and an empty string counts as no address.',
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
  metadata: leadMetadata.input.optional(),
  custom_fields: leadCustomFields.input.optional(),
})

export type LeadInput = z.output<typeof LeadFields>

// The type is that of callers who may read the lead; `status`, `metadata` and `custom_fields` are null for the others only.
const WrittenLead = Lead.extend({
  status: Lead.shape.status.nullable(),
  metadata: Lead.shape.metadata.nullable(),
  custom_fields: Lead.shape.custom_fields.nullable(),
}).meta({
  id: 'WrittenLead',
  description:
    'A lead in the response to a POST. If your API key captured the lead and has `leads:read`, you get the whole lead. Otherwise you get `lead_id`, `created_at`, `updated_at` and the fields as you sent them; all other fields are null.',
}) as unknown as typeof Lead

const Captured = z.object({ success: Success, lead: WrittenLead, created: Created })

const isObject = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value)

export const leads = {
  list: {
    method: 'get',
    path: '/leads',
    operationId: 'listLeads',
    summary: 'List leads',
    description:
      'Returns one page of the leads that your API key captured, newest first. Leads of other API keys, the intake form and the dashboard are not included.',
    scope: 'leads:read',
    query: PageQuery.extend({
      epoch: epochParam,
      email: emailText.optional().meta({ description: 'Only the lead with this `email`. Case is ignored.' }),
      custom_fields: customFieldsFilter,
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
      'Captures a lead. Send at least an `email` or a `first_name`. If a lead with this `email` exists, its empty fields are filled in, its urgency can rise, and the response is 200 with `created: false`. For a lead that another API key, the intake form or a member captured, the response contains only the fields that you sent.',
    scope: 'leads:write',
    body: z
      .object({
        leadData: z
          .preprocess((value) => (isObject(value) ? value : {}), LeadFields)
          .meta({ description: 'Fields of the lead. At least `email` or `first_name` is required.' }),
      })
      .meta({ id: 'LeadCreate', description: 'A lead to capture.' }),
    readOnly: ['lead_id', 'status', 'score', 'created_at', 'updated_at'].map((name) => `leadData.${name}`),
    responses: { 200: Captured, 201: Captured },
  },
} as const satisfies Resource

import { z } from 'zod'
import { namedEnum } from './named-enum.ts'
import type { Pairs } from './metadata.ts'
import { Id, nonBlankLine, text, Timestamp } from './primitives.ts'

export const customFieldResources = ['matters', 'clients', 'leads'] as const
export type CustomFieldResource = (typeof customFieldResources)[number]

export const customFieldTypes = [
  'text',
  'long_text',
  'number',
  'money',
  'date',
  'boolean',
  'select',
  'multi_select',
  'url',
  'email',
  'matter',
  'user',
] as const
export type CustomFieldType = (typeof customFieldTypes)[number]

/** The types whose values are options. */
export const hasOptions = (type: CustomFieldType) => type === 'select' || type === 'multi_select'

/** The types that a list can filter. */
export const canFilter = (type: CustomFieldType) => type !== 'long_text'

/** The most fields of a resource that are not archived, the most of them with a filter, and the most options of a field. */
export const mostCustomFields = 100
export const mostFilterable = 10
export const mostOptions = 200

export const CustomFieldResource = namedEnum(
  'CustomFieldResource',
  customFieldResources,
  'Resource whose records have the field.',
)

export const CustomFieldType = namedEnum(
  'CustomFieldType',
  customFieldTypes,
  'Type of the values of a field. More types can be added.',
)

const CustomFieldOption = z
  .object({
    id: Id.meta({ description: 'ID of the option, unique in its field. It never changes.', example: 3 }),
    label: z.string().meta({ description: 'Name of the option, as people see it.', example: 'Judge Adeyemi' }),
    archived: z.boolean().meta({ description: '`true` if forms no longer offer the option.', example: false }),
  })
  .meta({ id: 'CustomFieldOption', description: 'A choice of a field of the type `select` or `multi_select`.' })

export const CustomFieldLabel = nonBlankLine(100)

/** A definition, as the API and the dashboard return it. */
export const CustomField = z
  .object({
    id: Id.meta({ readOnly: true, description: 'ID of the field, set by the service.' }),
    resource: CustomFieldResource.meta({ example: 'matters' }),
    key: z.string().meta({
      description: 'Name of the field for programs, unique among the fields of its resource. It never changes.',
      example: 'judge',
    }),
    label: z.string().meta({ description: 'Name of the field, as people see it.', example: 'Judge' }),
    type: CustomFieldType.meta({ example: 'select' }),
    options: z
      .array(CustomFieldOption)
      .nullable()
      .meta({ description: 'Options of a `select` or `multi_select`, in their order. Null for other types.' }),
    group_label: z
      .string()
      .nullable()
      .meta({ description: 'Heading under which forms show the field.', example: 'Court' }),
    position: z.int().meta({ description: 'Place of the field among the fields of its resource.', example: 1 }),
    is_default: z.boolean().meta({ description: 'Whether new records have the field by default.', example: true }),
    is_required: z
      .boolean()
      .meta({ description: 'Whether the forms of the dashboard require a value.', example: false }),
    is_filterable: z.boolean().meta({
      description: 'Whether lists can be filtered by the field. At most 10 fields of a resource.',
      example: true,
    }),
    enforce_in_api: z.boolean().meta({
      description: 'Whether the API refuses new records without a value, if `is_required` is `true`.',
      example: false,
    }),
    archived_at: Timestamp.nullable().meta({
      description:
        'Time at which the field was archived. Records keep their values, and forms no longer offer the field.',
      example: null,
    }),
  })
  .meta({ id: 'CustomField', description: 'A field that the firm added to its matters, clients or leads.' })

export type CustomFieldDefinition = z.output<typeof CustomField>

/** A request can set all fields, with those that are archived. */
const mostSent = 500

const example = { judge: { id: 3 } }

const Wanted = text(255)

/** At most two ends for each field that can be a filter. */
const mostWanted = 2 * mostFilterable

/** An object with keys of the caller. zod drops the key `__proto__`, and the request would then mean something else. */
const keyed = z
  .unknown()
  .refine((value) => typeof value !== 'object' || value === null || !Object.hasOwn(value, '__proto__'), {
    params: { code: 'invalid_format' },
    message: 'has the key __proto__, which is reserved. Use another key',
    abort: true,
  })
  .pipe(z.record(z.string(), z.unknown()))

const query = keyed
  .refine((wanted) => Object.keys(wanted).length <= mostWanted, {
    params: { code: 'too_long' },
    message: `must have at most ${mostWanted} keys`,
    abort: true,
  })
  .refine((wanted): wanted is Pairs => Object.values(wanted).every((value) => Wanted.safeParse(value).success), {
    message: 'must be strings of at most 255 characters',
  })
  .meta({
    type: 'object',
    additionalProperties: { type: 'string', maxLength: 255 },
    param: { style: 'deepObject', explode: true },
    example: { judge: '3' },
  }) as z.ZodType<Pairs>

type Sent = Readonly<Record<string, unknown>> | null

const input = keyed
  .refine((sent) => Object.keys(sent).length <= mostSent, {
    params: { code: 'too_long' },
    message: `must have at most ${mostSent} keys`,
  })
  .nullable()
  .meta({
    type: 'object',
    nullable: true,
    additionalProperties: true,
    description:
      'Values of custom fields by key. Fields that you leave out keep their values. `null` clears a field, and `custom_fields: null` clears all. For a `select`, send the ID as a number, or the exact label of an option. Unknown keys are ignored and named in `X-Ignored-Fields`. `GET /custom-fields` lists the fields.',
    example: { court_date: '2026-12-14', judge: 3 },
  }) as z.ZodType<Sent, Sent>

const outputOf = (id: string) =>
  z.record(z.string(), z.unknown()).meta({
    id,
    type: 'object',
    additionalProperties: true,
    description:
      'Values of the custom fields by key, without fields that have no value. An option is an object with its `id`. `GET /custom-fields` lists the keys, the types and the options. Firms can add fields at any time.',
    example,
  })

/** The custom fields of each resource in responses. */
const outputs = {
  matters: outputOf('MatterCustomFields'),
  clients: outputOf('ClientCustomFields'),
  leads: outputOf('LeadCustomFields'),
} as const satisfies Record<CustomFieldResource, z.ZodType>

const textOfFilter =
  'Only records with this value of a custom field, such as `custom_fields[judge]=3`. The field must have `is_filterable`. For a `select`, send the label or the ID of an option; a label comes first. For numbers, money and dates, `custom_fields[court_date_from]` and `custom_fields[court_date_to]` are the first and the last value. With several fields, a record must have all of these values.'

/** The filter of a list by custom fields. */
export const customFieldsFilter = query.optional().meta({ description: textOfFilter })

/** The custom fields of a lead. */
export const leadCustomFields = { input, output: outputs.leads } as const

/** The values of the custom fields of a resource. A write merges them by key. */
export const customFieldValues = <R extends CustomFieldResource>(definedFor: R) =>
  ({ kind: 'map', definedFor, input, output: outputs[definedFor], query, required: false, initial: null }) as const

import { z } from 'zod'
import { namedEnum } from './named-enum.ts'
import { Id, nonBlankLine, Timestamp } from './primitives.ts'

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
    is_required: z.boolean().meta({ description: 'Whether the firm requires a value.', example: false }),
    is_filterable: z.boolean().meta({
      description: 'Whether the firm chose the field as a filter. At most 10 fields of a resource.',
      example: true,
    }),
    enforce_in_api: z.boolean().meta({
      description: 'Whether the firm requires a value from integrations too, if `is_required` is `true`.',
      example: false,
    }),
    archived_at: Timestamp.nullable().meta({
      description: 'Time at which the field was archived.',
      example: null,
    }),
  })
  .meta({ id: 'CustomField', description: 'A field that the firm added to its matters, clients or leads.' })

export type CustomFieldDefinition = z.output<typeof CustomField>

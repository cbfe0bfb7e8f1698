import { z } from 'zod'
import { CustomField, CustomFieldResource } from '../fields/custom-field.ts'
import { booleanParam } from '../fields/query.ts'
import type { Resource } from '../operations/operation.ts'

const CustomFieldList = z
  .object({
    count: z.int().min(0).meta({ description: 'Number of fields in the response.', example: 1 }),
    data: z.array(CustomField).meta({ description: 'Fields, by resource and position.' }),
  })
  .meta({ id: 'CustomFieldList', description: 'Custom fields of the workspace.' })

export const customFields = {
  list: {
    method: 'get',
    path: '/custom-fields',
    operationId: 'listCustomFields',
    summary: 'List custom fields',
    description:
      'Returns the fields that the firm added to its records, without paging. Contains the fields of the resources that your API key may read: `matters:read`, `clients:read` and `leads:read`. An API key with none of these scopes gets 403. A new field is in the next response. Records have the values in `custom_fields`.',
    scope: null,
    query: z.object({
      resource: CustomFieldResource.optional().meta({ description: 'Only fields of this resource.' }),
      include_archived: booleanParam.meta({
        type: 'boolean',
        default: false,
        description: 'Adds fields that were archived.',
      }),
    }),
    responses: { 200: CustomFieldList },
    errors: ['insufficient_scope'],
  },
} as const satisfies Resource

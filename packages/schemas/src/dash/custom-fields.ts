import { z } from 'zod'
import {
  CustomField,
  CustomFieldLabel,
  CustomFieldResource,
  CustomFieldType,
  mostOptions,
} from '../fields/custom-field.ts'
import { Id, nonBlankLine, PathId } from '../fields/primitives.ts'
import type { DashResource } from './operation.ts'

const key = z
  .string()
  .regex(/^[a-z][a-z0-9_]{0,39}$/, {
    message: 'must begin with a small letter and contain at most 40 small letters, digits and underscores',
  })
  // Programs that look the key up in an object without it would find the function.
  .refine((name) => name !== 'constructor', { message: 'must not be constructor, which is reserved' })

/** An option without an ID is new. */
const options = z
  .array(z.object({ id: Id.optional(), label: CustomFieldLabel, archived: z.boolean().optional() }))
  .max(mostOptions)

const settings = {
  label: CustomFieldLabel,
  options: options.optional(),
  group_label: nonBlankLine(100).nullable().optional(),
  is_default: z.boolean().optional(),
  is_required: z.boolean().optional(),
  is_filterable: z.boolean().optional(),
  enforce_in_api: z.boolean().optional(),
}

const one = { path: '/custom-fields/{id}', params: z.object({ id: PathId }) } as const
const Answer = z.object({ data: CustomField })

/** The definitions of custom fields. `GET /custom-fields` of the REST API lists them. */
export const customFieldSettings = {
  listDeleted: {
    method: 'get',
    path: '/deleted-custom-fields',
    operationId: 'listDeletedCustomFields',
    summary: 'Fields that were deleted in the last 30 days and can be restored',
    scope: 'settings:write',
    responses: { 200: z.object({ data: z.array(CustomField) }) },
  },
  create: {
    method: 'post',
    path: '/custom-fields',
    operationId: 'createCustomField',
    summary: 'Define a field. Its resource, key and type cannot change',
    scope: 'settings:write',
    body: z.object({ resource: CustomFieldResource, key, type: CustomFieldType, ...settings }),
    responses: { 201: Answer },
    errors: ['limit_reached'],
  },
  update: {
    ...one,
    method: 'patch',
    operationId: 'updateCustomField',
    summary: 'Change, archive or restore a field. The type can change from text to long_text only',
    scope: 'settings:write',
    body: z.object({ type: CustomFieldType, ...settings, archived: z.boolean(), deleted: z.literal(false) }).partial(),
    responses: { 200: Answer },
    errors: ['limit_reached'],
  },
  order: {
    method: 'put',
    path: '/custom-fields/order',
    operationId: 'orderCustomFields',
    addsNothing: true,
    summary: 'Set the order of the fields of a resource',
    scope: 'settings:write',
    body: z.object({ resource: CustomFieldResource, ids: z.array(Id).max(1_000) }),
    responses: { 200: z.object({ data: z.array(CustomField) }) },
  },
  delete: {
    ...one,
    method: 'delete',
    operationId: 'deleteCustomField',
    summary: 'Delete a field. Its values are kept for 30 days',
    scope: 'settings:write',
    responses: { 200: z.object({ success: z.literal(true) }) },
  },
} as const satisfies DashResource

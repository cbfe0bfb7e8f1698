import type { CustomFieldResource } from '@matterbase/schemas'

/** The address of the records with custom fields, and the permission to change them. */
export const editable = {
  matters: { path: '/matters/{id}', write: 'matters:write' },
  clients: { path: '/clients/{id}', write: 'clients:write' },
  leads: { path: '/lead-board/{id}', write: 'leads:manage' },
} as const satisfies Readonly<Record<CustomFieldResource, object>>

/** A record whose custom fields can be changed. */
export interface EditableRecord {
  readonly resource: CustomFieldResource
  readonly id: number | string
  readonly record: { readonly custom_fields: Readonly<Record<string, unknown>> }
}

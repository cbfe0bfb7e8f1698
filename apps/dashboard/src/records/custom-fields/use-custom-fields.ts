import type { CustomFieldDefinition, CustomFieldResource } from '@matterbase/schemas'
import { useCall } from '../../api/queries.ts'

/** The fields of a kind of record in their order, with archived fields. Undefined until they are loaded. */
export function useCustomFields(resource: CustomFieldResource): readonly CustomFieldDefinition[] | undefined {
  const { data, isError } = useCall('GET /custom-fields', { query: { include_archived: true } })
  // Lists and forms work without the fields.
  const all = data?.data ?? (isError ? [] : undefined)
  return all?.filter((field) => field.resource === resource)
}

export const isActive = ({ archived_at: archivedAt }: CustomFieldDefinition) => archivedAt === null

/** The fields that forms have. Undefined until they are loaded. */
export const useActiveFields = (resource: CustomFieldResource) => useCustomFields(resource)?.filter(isActive)

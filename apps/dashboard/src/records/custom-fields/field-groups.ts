import type { CustomFieldDefinition } from '@matterbase/schemas'

type FieldGroup = readonly [string | null, CustomFieldDefinition[]]

/** The fields by group, in the order of the first field of each group. */
export function groupsOf(fields: readonly CustomFieldDefinition[]): readonly FieldGroup[] {
  const groups = new Map<string | null, CustomFieldDefinition[]>()
  for (const field of fields) groups.set(field.group_label, [...(groups.get(field.group_label) ?? []), field])
  return [...groups]
}

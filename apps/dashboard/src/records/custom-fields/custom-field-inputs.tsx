import type { CustomFieldDefinition } from '@matterbase/schemas'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { Button } from '../../components/buttons/button.tsx'
import { Menu } from '../../components/overlays/menu.tsx'
import { CustomFieldInput } from './custom-field-input.tsx'
import { groupsOf } from './field-groups.ts'
import { hasInput } from './field-inputs.ts'
import type { CustomInputs } from './field-inputs.ts'

interface CustomFieldInputsProps<T extends { custom_fields: CustomInputs }> {
  /** A form with the values of `inputsOf` in `custom_fields`. */
  readonly form: UseFormReturn<T>
  /** The fields in their order. */
  readonly fields: readonly CustomFieldDefinition[]
}

/**
 * The inputs of the custom fields of a record, by group. A field that is not in every form appears if it has a value or
 * the user adds it.
 */
export function CustomFieldInputs<T extends { custom_fields: CustomInputs }>(props: CustomFieldInputsProps<T>) {
  // The component uses only this part of the form.
  const form = props.form as unknown as UseFormReturn<{ custom_fields: CustomInputs }>
  const [added, setAdded] = useState<readonly number[]>([])
  const values = form.watch('custom_fields')
  const offered = props.fields.filter(({ archived_at: archivedAt }) => archivedAt === null)
  const isShown = ({ id, is_default, is_required }: CustomFieldDefinition) =>
    is_default || is_required || added.includes(id)
  // Only next to required fields, it is news that a field is optional.
  const isMarked = offered.some((field) => field.is_required)
  const hidden = offered.filter((field) => !isShown(field))
  // A field with a value stays when it is emptied. A restored draft brings values later.
  const filled = hidden.filter(({ key }) => hasInput(values[key]))
  if (filled.length > 0) setAdded([...added, ...filled.map(({ id }) => id)])
  if (offered.length === 0) return null
  return (
    <div className="flex flex-col gap-4">
      {groupsOf(offered.filter(isShown)).map(([group, fields]) => (
        <Group key={group ?? ''} label={group}>
          {fields.map((field) => (
            <CustomFieldInput key={field.key} {...{ form, field }} optional={isMarked && !field.is_required} />
          ))}
        </Group>
      ))}
      {hidden.length > 0 && (
        <div>
          <Menu
            align="start"
            trigger={
              <Button size="sm" icon={<Plus className="size-3.5" />}>
                Add field
              </Button>
            }
            items={hidden.map(({ id, label }) => ({ label, onSelect: () => setAdded([...added, id]) }))}
          />
        </div>
      )}
    </div>
  )
}

interface GroupProps {
  readonly label: string | null
  readonly children: React.ReactNode
}

function Group({ label, children }: GroupProps) {
  const grid = <div className="grid items-start gap-4 sm:grid-cols-2">{children}</div>
  if (label === null) return grid
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 text-table font-semibold">{label}</legend>
      {grid}
    </fieldset>
  )
}

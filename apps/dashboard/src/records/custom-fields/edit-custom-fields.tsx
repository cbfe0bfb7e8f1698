import type { CustomFieldDefinition } from '@matterbase/schemas'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { keptTheirs } from '../../api/conflicts.ts'
import { Form } from '../../components/forms/form.tsx'
import { useFormChange } from '../../components/forms/use-form-action.ts'
import { Dialog } from '../../components/overlays/dialog.tsx'
import { FormActions } from '../../components/overlays/form-actions.tsx'
import { toast } from '../../components/overlays/toast.tsx'
import { CustomFieldInputs } from './custom-field-inputs.tsx'
import { editable } from './editable.ts'
import type { EditableRecord } from './editable.ts'
import { changedValues, inputsOf } from './field-inputs.ts'
import { useValueNames, valuesOf, valueText } from './value-text.ts'

interface EditCustomFieldsProps {
  readonly of: EditableRecord
  /** The fields that are not archived. */
  readonly fields: readonly CustomFieldDefinition[]
  readonly onClose: () => void
}

/** Changes the values of the custom fields of a record. */
export function EditCustomFields({ of, fields, onClose }: EditCustomFieldsProps) {
  // The record as it is when editing begins. A refetch can replace it in the meantime.
  const [seen] = useState(of.record)
  const before = inputsOf(fields, valuesOf(seen))
  const form = useForm({ defaultValues: { custom_fields: before } })
  const names = useValueNames(fields, valuesOf(seen))
  const byName = <T,>(valueOf: (field: CustomFieldDefinition) => T) =>
    Object.fromEntries(fields.map((field) => [`custom_fields.${field.key}`, valueOf(field)]))
  const save = useFormChange(
    form,
    editable[of.resource].path,
    ({ custom_fields: after }) => ({
      params: { id: of.id },
      body: { custom_fields: changedValues(fields, before, after) },
    }),
    {
      seen,
      labels: byName(({ label }) => label),
      texts: byName((field) => (value) => valueText(field, value, names)),
      onDone(isSaved) {
        toast(isSaved ? 'Saved' : keptTheirs)
        onClose()
      },
    },
  )
  return (
    <Dialog open onClose={onClose} title="Edit custom fields">
      <Form of={save}>
        <CustomFieldInputs form={form} fields={fields} />
        <FormActions {...save} action="Save" onCancel={onClose} />
      </Form>
    </Dialog>
  )
}

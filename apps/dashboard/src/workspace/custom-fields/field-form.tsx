import type { CustomFieldDefinition, CustomFieldResource } from '@matterbase/schemas'
import { useId, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import type { UseFormReturn } from 'react-hook-form'
import { fieldOf } from '../../components/forms/field-of.ts'
import { Form } from '../../components/forms/form.tsx'
import { SelectField } from '../../components/forms/select-field.tsx'
import { TextField } from '../../components/forms/text-field.tsx'
import { useFormAction } from '../../components/forms/use-form-action.ts'
import { FormActions } from '../../components/overlays/form-actions.tsx'
import { toast } from '../../components/overlays/toast.tsx'
import { Facts, IdText } from '../../components/values/facts.tsx'
import { FieldSwitches } from './field-switches.tsx'
import { hasOptions, typeChoices, typeNames } from './field-types.ts'
import { changedBy, createdBy, newField, valuesOf } from './field-values.ts'
import type { FieldValues } from './field-values.ts'
import { OptionEditor } from './option-editor.tsx'
import { proposedKey } from './proposed-key.ts'

interface FieldFormProps {
  /** All fields of the resource, also those that are archived or deleted. */
  readonly all: readonly CustomFieldDefinition[]
  /** The fields with a filter. */
  readonly filters: readonly CustomFieldDefinition[]
  readonly onClose: () => void
}

interface NewFieldFormProps extends FieldFormProps {
  readonly resource: CustomFieldResource
}

export function NewFieldForm({ resource, all, filters, onClose }: NewFieldFormProps) {
  const form = useForm<FieldValues>({ defaultValues: newField })
  const save = useFormAction(form, 'POST /custom-fields', (values) => ({ body: createdBy(resource, values) }), {
    onDone: ({ data: { label } }) => {
      toast(`Field “${label}” created`)
      onClose()
    },
  })
  const field = fieldOf(form)
  const taken = new Set(all.map(({ key }) => key))
  const proposal = useRef('')
  function proposeKey() {
    const { label, key } = form.getValues()
    // A key that was typed stays.
    if (key !== '' && key !== proposal.current) return
    proposal.current = proposedKey(label, taken)
    form.setValue('key', proposal.current)
  }
  const type = form.watch('type')
  const { error, ...label } = {
    error: form.formState.errors.label?.message,
    ...form.register('label', { onChange: proposeKey }),
  }
  return (
    <Form of={save}>
      <TextField label="Name" maxLength={100} placeholder="Judge" {...label} error={error} />
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField label="Type" hint="You cannot change the type later." options={typeChoices} {...field('type')} />
        <TextField
          label="Key"
          hint="The name in the API and in CSV files. You cannot change it later."
          maxLength={40}
          autoCapitalize="none"
          spellCheck={false}
          {...field('key')}
        />
      </div>
      {hasOptions(type) && <OptionEditor form={form} />}
      <GroupField form={form} all={all} />
      <FieldSwitches form={form} resource={resource} otherFilters={filters.length} />
      <FormActions {...save} action="Create field" onCancel={onClose} />
    </Form>
  )
}

interface EditFieldFormProps extends FieldFormProps {
  readonly field: CustomFieldDefinition
}

export function EditFieldForm({ field: current, all, filters, onClose }: EditFieldFormProps) {
  // The field as it was when the form opened. A refetch can replace it in the meantime.
  const [saved] = useState(current)
  const form = useForm<FieldValues>({ defaultValues: valuesOf(saved) })
  const { id } = saved
  const save = useFormAction(
    form,
    'PATCH /custom-fields/{id}',
    (values) => ({ params: { id }, body: changedBy(values, saved) }),
    {
      onDone: () => {
        toast('Field saved')
        onClose()
      },
    },
  )
  const field = fieldOf(form)
  const isText = saved.type === 'text'
  return (
    <Form of={save}>
      <TextField label="Name" maxLength={100} {...field('label')} />
      {isText && (
        <SelectField
          label="Type"
          hint="A short text can become a long text, but not the reverse."
          options={typeChoices.filter(({ value }) => value === 'text' || value === 'long_text')}
          {...field('type')}
        />
      )}
      <Facts
        facts={[
          ...(isText ? [] : [{ label: 'Type', value: typeNames[saved.type] }]),
          { label: 'Key', value: <IdText value={saved.key} what="key" /> },
        ]}
      />
      {hasOptions(saved.type) && <OptionEditor form={form} />}
      <GroupField form={form} all={all} />
      <FieldSwitches
        form={form}
        resource={saved.resource}
        otherFilters={filters.filter((other) => other.id !== id).length}
      />
      <FormActions {...save} action="Save field" onCancel={onClose} />
    </Form>
  )
}

interface GroupFieldProps {
  readonly form: UseFormReturn<FieldValues>
  readonly all: readonly CustomFieldDefinition[]
}

/** The heading of a field, with the headings of the other fields as suggestions. */
function GroupField({ form, all }: GroupFieldProps) {
  const id = useId()
  const groups = new Set(all.flatMap(({ group_label: group }) => (group === null ? [] : [group])))
  return (
    <>
      <TextField
        label="Group"
        optional
        maxLength={100}
        placeholder="Court"
        list={id}
        hint="A heading in forms. Fields with the same group are shown together."
        {...fieldOf(form)('group_label')}
      />
      <datalist id={id}>
        {[...groups].map((group) => (
          <option key={group} value={group} />
        ))}
      </datalist>
    </>
  )
}

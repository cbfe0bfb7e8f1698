import type { CustomFieldDefinition } from '@matterbase/schemas'
import { useId } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { CheckboxField } from '../../components/forms/checkbox.tsx'
import { FieldError } from '../../components/forms/form-error.tsx'
import type { CustomInputs } from './field-inputs.ts'

export interface CustomFieldInputProps {
  readonly form: UseFormReturn<{ custom_fields: CustomInputs }>
  readonly field: CustomFieldDefinition
  /** Shows "optional" next to the label. */
  readonly optional: boolean
}

/** The options of a `multi_select`. An archived option appears only while the record has it. */
export function OptionChecks({ form, field: { key, label, options }, optional }: CustomFieldInputProps) {
  const id = useId()
  const name = `custom_fields.${key}` as const
  const value = form.watch(name)
  const chosen = Array.isArray(value) ? value : []
  const offered = (options ?? []).filter(({ id, archived }) => !archived || chosen.includes(String(id)))
  const message = form.formState.errors.custom_fields?.[key]?.message
  function toggle(option: string, isChosen: boolean) {
    const next = isChosen ? [...chosen, option] : chosen.filter((one) => one !== option)
    form.setValue(name, next, { shouldValidate: form.formState.isSubmitted })
  }
  return (
    <fieldset className="min-w-0" aria-describedby={message ? id : undefined}>
      <legend className="mb-1 text-table font-medium">
        {label}
        {optional && <span className="font-normal text-muted"> · optional</span>}
      </legend>
      <div className="max-h-48 overflow-y-auto">
        {offered.map((option) => (
          <CheckboxField
            key={option.id}
            label={option.label}
            checked={chosen.includes(String(option.id))}
            onChange={({ target }) => toggle(String(option.id), target.checked)}
          />
        ))}
      </div>
      <FieldError id={id} message={message} className="mt-1" />
    </fieldset>
  )
}

import type { CustomFieldResource } from '@matterbase/schemas'
import type { UseFormReturn } from 'react-hook-form'
import { limits } from 'virtual:operations'
import { CheckboxField } from '../../components/forms/checkbox.tsx'
import { FieldError } from '../../components/forms/form-error.tsx'
import { canFilter, resourceNames } from './field-types.ts'
import type { FieldValues } from './field-values.ts'

interface FieldSwitchesProps {
  readonly form: UseFormReturn<FieldValues>
  readonly resource: CustomFieldResource
  /** The number of other fields with a filter. */
  readonly otherFilters: number
}

/** Where a field appears, and where it needs a value. */
export function FieldSwitches({ form, resource, otherFilters }: FieldSwitchesProps) {
  const { one, many } = resourceNames[resource]
  const [type, isRequired] = form.watch(['type', 'is_required'])
  const isFull = otherFilters >= limits.customFieldFilters
  const filterHint = !canFilter(type)
    ? 'Lists cannot filter this type.'
    : isFull
      ? `${limits.customFieldFilters} other fields have a filter. Switch off one of them first.`
      : `At most ${limits.customFieldFilters} fields for ${many} can have a filter.`
  return (
    <div className="flex flex-col gap-1">
      <CheckboxField
        label={`Show in the form of every ${one}`}
        hint={`If you switch this off, you add the field to the ${many} that need it.`}
        {...form.register('is_default')}
      />
      <CheckboxField
        label="Required"
        hint="Forms of the dashboard do not accept an empty value."
        {...form.register('is_required')}
      />
      {isRequired && (
        <CheckboxField
          label="Also require it in the API"
          hint="Programs that do not send a value then get an error. Ask your integrators first."
          className="ml-6"
          {...form.register('enforce_in_api')}
        />
      )}
      <CheckboxField
        label={`Filter ${many} by this field`}
        hint={filterHint}
        disabled={!canFilter(type) || isFull}
        {...form.register('is_filterable')}
      />
      <FieldError message={form.formState.errors.is_filterable?.message} />
    </div>
  )
}

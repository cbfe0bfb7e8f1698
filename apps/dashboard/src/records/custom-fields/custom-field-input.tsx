import type { CustomFieldDefinition } from '@matterbase/schemas'
import { useColleagues } from '../../api/colleagues.ts'
import { SelectField } from '../../components/forms/select-field.tsx'
import type { SelectFieldProps } from '../../components/forms/select-field.tsx'
import { TextareaField } from '../../components/forms/textarea-field.tsx'
import { TextField } from '../../components/forms/text-field.tsx'
import { DayField, MoneyField, NumberField } from '../../components/forms/typed/typed-field.tsx'
import { RecordPickerField } from '../picker/record-picker-field.tsx'
import type { CustomInputs } from './field-inputs.ts'
import { OptionChecks } from './option-checks.tsx'
import type { CustomFieldInputProps } from './option-checks.tsx'

export const yesAndNo = [
  { value: 'true', label: 'Yes' },
  { value: 'false', label: 'No' },
]

/** The input of one custom field, with its label and error. */
export function CustomFieldInput({ form, field, optional }: CustomFieldInputProps) {
  const { key, label, is_required: isRequired } = field
  const name = `custom_fields.${key}` as const
  const input = {
    label,
    optional,
    error: form.formState.errors.custom_fields?.[key]?.message,
    ...form.register(name, { required: isRequired && 'Fill this in.' }),
  }
  const value = form.watch(name)
  switch (field.type) {
    case 'text':
      return <TextField maxLength={1_000} {...input} />
    case 'long_text':
      return <TextareaField className="sm:col-span-2" maxLength={10_000} {...input} />
    case 'number':
      return <NumberField {...input} />
    case 'money':
      return <MoneyField {...input} />
    case 'date':
      return <DayField missingYear="next" {...input} />
    case 'boolean':
      return <SelectField empty="–" options={yesAndNo} {...input} />
    case 'select':
      return <SelectField empty="–" options={optionsOf(field, value)} {...input} />
    case 'multi_select':
      return <OptionChecks {...{ form, field, optional }} />
    case 'url':
      return <TextField inputMode="url" placeholder="https://" maxLength={2_000} {...input} />
    case 'email':
      return <TextField type="email" maxLength={254} {...input} />
    case 'matter':
      return (
        <RecordPickerField
          kind="matter"
          label={label}
          optional={optional}
          error={input.error}
          value={typeof value === 'number' ? value : null}
          onChange={(id) => form.setValue(name, id, { shouldValidate: form.formState.isSubmitted })}
        />
      )
    case 'user':
      break
  }
  return <MemberField {...input} value={value} />
}

/** The options that are not archived, and the current one. */
const optionsOf = ({ options }: CustomFieldDefinition, current: CustomInputs[string] | undefined) =>
  (options ?? [])
    .filter(({ id, archived }) => !archived || String(id) === current)
    .map(({ id, label }) => ({ value: String(id), label }))

type MemberFieldProps = Omit<SelectFieldProps, 'options' | 'value'> & {
  readonly value: CustomInputs[string] | undefined
}

/** The members of the account, and the current value if that member left. */
function MemberField({ value, ...input }: MemberFieldProps) {
  const { all, isLoaded } = useColleagues()
  const members = all.map(({ id, name }) => ({ value: id, label: name }))
  const isKnown = !isLoaded || members.some((member) => member.value === value)
  const former = typeof value === 'string' && value !== '' && !isKnown ? [{ value, label: 'Former member' }] : []
  // The members can be loaded after the value is set.
  return (
    <SelectField
      empty="–"
      options={[...members, ...former]}
      {...input}
      value={typeof value === 'string' ? value : ''}
    />
  )
}

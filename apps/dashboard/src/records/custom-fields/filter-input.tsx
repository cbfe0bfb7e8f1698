import type { UseFormReturn } from 'react-hook-form'
import { useColleagues } from '../../api/colleagues.ts'
import { SelectField } from '../../components/forms/select-field.tsx'
import type { SelectFieldProps } from '../../components/forms/select-field.tsx'
import { TextField } from '../../components/forms/text-field.tsx'
import { DayField, MoneyField, NumberField } from '../../components/forms/typed/typed-field.tsx'
import { RecordPickerField } from '../picker/record-picker-field.tsx'
import { yesAndNo } from './custom-field-input.tsx'
import type { FilterControl } from './filter-controls.ts'

interface FilterInputProps {
  readonly form: UseFormReturn<{ filters: Record<string, string> }>
  readonly control: FilterControl
}

/** The input of one filter. An empty input filters nothing. */
export function FilterInput({ form, control: { name, label, field } }: FilterInputProps) {
  const path = `filters.${name}` as const
  const input = { label, ...form.register(path) }
  // Both ends of a range are in one row.
  const end = { ...input, ...(name === `${field.key}_from` && { className: 'sm:col-start-1' }) }
  switch (field.type) {
    case 'number':
      return <NumberField {...end} />
    case 'money':
      return <MoneyField {...end} />
    case 'date':
      return <DayField {...end} />
    case 'boolean':
      return <SelectField empty="Any" options={yesAndNo} {...input} />
    case 'select':
    case 'multi_select': {
      const options = (field.options ?? []).map(({ id, label }) => ({ value: String(id), label }))
      return <SelectField empty="Any" options={options} {...input} />
    }
    case 'matter': {
      const value = form.watch(path)
      return (
        <RecordPickerField
          kind="matter"
          label={label}
          value={value ? Number(value) : null}
          onChange={(id) => form.setValue(path, id === null ? '' : String(id))}
        />
      )
    }
    case 'user':
      return <MemberFilter {...input} value={form.watch(path) ?? ''} />
    case 'text':
    case 'long_text':
    case 'url':
    case 'email':
      break
  }
  return <TextField hint="The whole text." maxLength={255} {...input} />
}

function MemberFilter(input: Omit<SelectFieldProps, 'options'>) {
  const { all } = useColleagues()
  // The members can be loaded after the value is set.
  return <SelectField empty="Any" options={all.map(({ id, name }) => ({ value: id, label: name }))} {...input} />
}

import { useForm } from 'react-hook-form'
import { Button } from '../../components/buttons/button.tsx'
import { fieldOf } from '../../components/forms/field-of.ts'
import { SelectField } from '../../components/forms/select-field.tsx'
import { DayField } from '../../components/forms/typed/typed-field.tsx'
import { periods } from './period.ts'
import type { Period } from './period.ts'

interface PeriodPickerProps {
  readonly period: Period
  readonly onPeriod: (period: Period) => void
}

const nameOf = ({ from, to }: Period) => `${from} ${to}`

/** A month, quarter or year, or any two days. */
export function PeriodPicker({ period, onPeriod }: PeriodPickerProps) {
  const form = useForm({ defaultValues: period })
  const field = fieldOf(form)
  const options = periods()
  const chosen = options.find((one) => nameOf(one) === nameOf(period))
  return (
    <form
      className="grid items-end gap-3 sm:grid-cols-[1fr_1fr_1fr_auto]"
      onSubmit={(event) => void form.handleSubmit(onPeriod)(event)}
    >
      <SelectField
        label="Period"
        options={options.map((one) => ({ value: nameOf(one), label: one.label }))}
        {...(!chosen && { empty: 'Other days' })}
        value={chosen ? nameOf(chosen) : ''}
        onChange={({ target }) => {
          const next = options.find((one) => nameOf(one) === target.value)
          if (next) onPeriod({ from: next.from, to: next.to })
        }}
      />
      <DayField label="From" missingYear="last" {...field('from')} />
      <DayField label="To" missingYear="last" {...field('to')} />
      {form.formState.isDirty && (
        <Button type="submit" tone="primary">
          Show
        </Button>
      )}
    </form>
  )
}

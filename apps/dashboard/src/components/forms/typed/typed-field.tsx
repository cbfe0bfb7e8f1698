import type { MissingYear } from '@matterbase/schemas/reading'
import type { ReactNode } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { Field } from '../field.tsx'
import type { FieldWords } from '../field.tsx'
import { DayInput } from './day-input.tsx'
import { TypedInput } from './typed-input.tsx'
import type { TypedInputProps } from './typed-input.tsx'
import { day, duration, money, number } from './typed-kind.ts'
import type { TypedKind } from './typed-kind.ts'
import { problemOf, ReadingButtons } from './typed-problem.tsx'
import { useRegistered } from './use-registered.ts'

type Registered = FieldWords & UseFormRegisterReturn & { readonly placeholder?: string | undefined }

interface TypedFieldProps extends Registered {
  readonly kind: TypedKind
  /** The box. Default: a `TypedInput`. */
  readonly input?: (props: TypedInputProps) => ReactNode
}

function TypedField({ kind, input = TypedInput, placeholder, ...props }: TypedFieldProps) {
  const { label, hint, error, optional, className } = props
  const { box, isLeft, control } = useRegistered(props)
  const problem = problemOf(control.value, kind)
  const message = (isLeft || error ? problem?.message : undefined) ?? error
  const Input = input
  return (
    <Field
      {...{ label, hint, error: message }}
      {...(optional && { optional })}
      {...(className && { className })}
      choices={message && problem && <ReadingButtons {...{ kind }} value={control.value} onValue={control.onValue} />}
    >
      {(described) => (
        <span ref={box}>
          <Input {...described} {...control} {...{ kind, placeholder }} />
        </span>
      )}
    </Field>
  )
}

/** `<MoneyField label="Amount" currency="EUR" isExact {...field('amount')} />`. The value in the form is such as `1234.5`. */
export function MoneyField(props: Registered & NonNullable<Parameters<typeof money>[0]>) {
  const { currency, isExact, per, ...rest } = props
  return <TypedField {...rest} kind={money({ currency, ...(isExact && { isExact }), ...(per && { per }) })} />
}

/** `<NumberField label="Quantity" {...field('quantity')} />`. The value in the form is such as `1234.5`. */
export function NumberField({ maxValue, ...rest }: Registered & { readonly maxValue?: number }) {
  return <TypedField {...rest} kind={number(maxValue)} />
}

/** `<DurationField label="Duration" {...field('duration')} />`. The value in the form is in hours, such as `1.25`. */
export const DurationField = (props: Registered) => <TypedField {...props} kind={duration()} />

/**
 * `<DayField label="Due" missingYear="next" {...field('due_date')} />`. The value in the form is such as `2026-03-14`. A day
 * without a year is the nearest one by default.
 */
export const DayField = ({ missingYear, ...props }: Registered & { readonly missingYear?: MissingYear }) => (
  <TypedField {...props} kind={day(missingYear)} input={DayInput} />
)

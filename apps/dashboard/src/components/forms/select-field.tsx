import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { classNames } from '../class-names.ts'
import { titled } from '../values/formats.ts'
import { controlHeight, controlStyle } from './control-style.ts'
import { Field } from './field.tsx'
import type { FieldWords } from './field.tsx'

interface Option {
  readonly value: string
  readonly label: string
}

export interface SelectProps extends ComponentProps<'select'> {
  /** A text is its value, and with a capital letter its label. */
  readonly options: readonly (Option | string)[]
  /** The label of the empty option, such as "Any status". Default: no empty option. */
  readonly empty?: string
}

/** The browser's own select, which works on every device. */
export function Select({ options, empty, className, ...rest }: SelectProps) {
  return (
    <span className={classNames('relative inline-flex min-w-0', className ?? 'w-full')}>
      <select {...rest} className={classNames(controlStyle, controlHeight, 'appearance-none truncate pr-7')}>
        {empty !== undefined && <option value="">{empty}</option>}
        {options.map(asOption).map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      <ChevronDown
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 right-2 size-3.5 -translate-y-1/2 text-muted"
      />
    </span>
  )
}

/** Not a name of the API, such as `matter.created`. */
const isWord = (option: string) => /^[a-z][a-z ]*$/.test(option)

const asOption = (option: Option | string): Option =>
  typeof option === 'string' ? { value: option, label: isWord(option) ? titled(option) : option } : option

export type SelectFieldProps = FieldWords & Omit<SelectProps, keyof FieldWords>

export function SelectField({ label, hint, error, optional, className, ...rest }: SelectFieldProps) {
  return (
    <Field {...{ label, hint, error }} {...(optional && { optional })} {...(className && { className })}>
      {(control) => <Select {...rest} {...control} />}
    </Field>
  )
}

import type { ComponentProps } from 'react'
import { classNames } from '../class-names.ts'
import { controlHeight, controlStyle } from './control-style.ts'
import { Field } from './field.tsx'
import type { FieldWords } from './field.tsx'

export type TextInputProps = ComponentProps<'input'>

/** A bare text box; give it an `aria-label` or put it in a Field. */
export function TextInput({ className, ...rest }: TextInputProps) {
  return (
    <input
      type="text"
      autoComplete="off"
      {...rest}
      className={classNames(controlStyle, controlHeight, 'read-only:bg-subtle', className)}
    />
  )
}

export type TextFieldProps = FieldWords & Omit<TextInputProps, keyof FieldWords>

/** `<TextField label="Title" {...field('title')} />` */
export function TextField({ label, hint, error, optional, className, ...rest }: TextFieldProps) {
  return (
    <Field {...{ label, hint, error }} {...(optional && { optional })} {...(className && { className })}>
      {(control) => <TextInput {...rest} {...control} />}
    </Field>
  )
}

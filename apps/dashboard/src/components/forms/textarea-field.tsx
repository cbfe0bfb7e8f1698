import type { ComponentProps } from 'react'
import { classNames } from '../class-names.ts'
import { controlStyle } from './control-style.ts'
import { Field } from './field.tsx'
import type { FieldWords } from './field.tsx'

export type TextareaProps = ComponentProps<'textarea'>

export function Textarea({ className, ...rest }: TextareaProps) {
  return (
    <textarea
      rows={3}
      {...rest}
      className={classNames(
        controlStyle,
        'read-only:bg-subtle field-sizing-content max-h-96 min-h-18 py-1.5',
        className,
      )}
    />
  )
}

export type TextareaFieldProps = FieldWords & Omit<TextareaProps, keyof FieldWords>

export function TextareaField({ label, hint, error, optional, className, ...rest }: TextareaFieldProps) {
  return (
    <Field {...{ label, hint, error }} {...(optional && { optional })} {...(className && { className })}>
      {(control) => <Textarea {...rest} {...control} />}
    </Field>
  )
}

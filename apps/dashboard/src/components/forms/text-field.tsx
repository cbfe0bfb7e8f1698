import { useState } from 'react'
import type { ComponentProps, InvalidEvent } from 'react'
import { classNames } from '../class-names.ts'
import { controlHeight, controlStyle } from './control-style.ts'
import { Field } from './field.tsx'
import type { FieldWords } from './field.tsx'

export type TextInputProps = ComponentProps<'input'>

/** A text box without a label. Give it an `aria-label` or put it into a Field. */
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

/**
 * `<TextField label="Title" {...field('title')} />`. Validation errors of the browser are displayed below the box, not in
 * its bubble.
 */
export function TextField({ label, hint, error, optional, className, ...rest }: TextFieldProps) {
  const [found, setFound] = useState<string>()
  const onInvalid = (event: InvalidEvent<HTMLInputElement>) => {
    event.preventDefault()
    const { currentTarget: input } = event
    setFound(messageOf(input))
    if (input.form?.querySelector(':invalid') === input) input.focus()
  }
  return (
    <Field
      {...{ label, hint, error: error ?? found }}
      {...(optional && { optional })}
      {...(className && { className })}
    >
      {(control) => (
        <TextInput {...rest} {...control} onInvalid={onInvalid} onInputCapture={() => setFound(undefined)} />
      )}
    </Field>
  )
}

function messageOf({ validity, type, validationMessage }: HTMLInputElement): string {
  if (validity.valueMissing) return 'Fill this in.'
  return validity.typeMismatch && type === 'email'
    ? 'Enter an email address such as name@example.com.'
    : validationMessage
}

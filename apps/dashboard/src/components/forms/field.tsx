import { useId } from 'react'
import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import { FieldError } from './form-error.tsx'

export interface FieldWords {
  readonly label: string
  readonly hint?: ReactNode
  /** `errors.title?.message` of the form. */
  readonly error?: string | undefined
  /** Shows "optional" next to the label. Default false. */
  readonly optional?: boolean
  readonly className?: string
}

/** Connects a control with its label, hint and error. */
interface FieldControl {
  readonly id: string
  readonly 'aria-describedby': string | undefined
  readonly 'aria-invalid': true | undefined
}

export interface FieldProps extends FieldWords {
  /** Below the error, such as buttons that correct the value. */
  readonly choices?: ReactNode
  readonly children: (control: FieldControl) => ReactNode
}

/** A label, a control, a hint and an error: `<Field label="Colour">{(control) => <input {...control} />}</Field>`. */
export function Field({ label, hint, error, optional = false, className, choices, children }: FieldProps) {
  const id = useId()
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className={classNames('flex min-w-0 flex-col gap-1', className)}>
      <label htmlFor={id} className="text-table font-medium">
        {label}
        {optional && <span className="font-normal text-muted"> · optional</span>}
      </label>
      {children({ id, 'aria-describedby': describedBy || undefined, 'aria-invalid': error ? true : undefined })}
      {hint && (
        <p id={`${id}-hint`} className="text-meta text-muted">
          {hint}
        </p>
      )}
      <FieldError id={`${id}-error`} message={error} />
      {choices}
    </div>
  )
}

import { classNames } from '../class-names.ts'

/** An error of a form that belongs to no field. */
export function FormError({ message }: { readonly message: string | undefined }) {
  if (!message) return null
  return (
    <p role="alert" className="rounded-sm border border-bad/30 bg-bad-soft px-3 py-2 text-table font-medium text-bad">
      {message}
    </p>
  )
}

interface FieldErrorProps {
  readonly message: string | undefined
  readonly id?: string
  readonly className?: string
}

/** The error of a field or of a row of fields. */
export function FieldError({ message, id, className }: FieldErrorProps) {
  if (!message) return null
  return (
    <p id={id} role="alert" className={classNames('text-meta font-medium text-bad', className)}>
      {message}
    </p>
  )
}

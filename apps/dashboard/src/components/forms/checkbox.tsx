import type { ComponentProps, ReactNode } from 'react'
import { classNames } from '../class-names.ts'

const box = 'size-4 shrink-0 rounded-[4px] accent-accent touch:size-5'

export interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type'> {
  /** True if only some of its items are selected. */
  readonly isMixed?: boolean
}

/** A checkbox without a label. Give it an `aria-label`. */
export function Checkbox({ isMixed = false, className, ref: _ref, ...rest }: CheckboxProps) {
  return (
    <input
      {...rest}
      type="checkbox"
      ref={(element) => {
        if (element) element.indeterminate = isMixed
      }}
      className={classNames(box, className)}
    />
  )
}

export interface CheckboxFieldProps extends Omit<ComponentProps<'input'>, 'type'> {
  readonly label: ReactNode
  readonly hint?: ReactNode
  /** Default `checkbox`. */
  readonly type?: 'checkbox' | 'radio'
}

/** `<CheckboxField label="Billable" {...register('is_billable')} />` */
export function CheckboxField({ label, hint, className, type = 'checkbox', ...rest }: CheckboxFieldProps) {
  return (
    <label className={classNames('flex items-start gap-2 py-0.5 text-body', className)}>
      <input {...rest} type={type} className={classNames(box, 'mt-0.5', type === 'radio' && 'rounded-full')} />
      <span className="min-w-0">
        {label}
        {hint && <span className="block text-meta text-muted">{hint}</span>}
      </span>
    </label>
  )
}

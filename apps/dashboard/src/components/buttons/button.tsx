import type { ComponentProps, ReactNode } from 'react'
import { buttonStyle } from './button-style.ts'
import type { ButtonSize, ButtonTone } from './button-style.ts'

export interface ButtonProps extends Omit<ComponentProps<'button'>, 'aria-disabled'> {
  /** Default `secondary`. A page has one `primary` button. */
  readonly tone?: ButtonTone
  readonly size?: ButtonSize
  readonly icon?: ReactNode
  /** Shows a spinner, and ignores presses. */
  readonly isBusy?: boolean
  /** Disables the button but keeps its focus. Default: while it is busy. */
  readonly 'aria-disabled'?: boolean
}

export function Button({
  tone,
  size,
  icon,
  isBusy = false,
  className,
  children,
  type = 'button',
  onClick,
  'aria-disabled': isOff = isBusy,
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      aria-busy={isBusy || undefined}
      aria-disabled={isOff || undefined}
      onClick={(event) => (isOff ? event.preventDefault() : onClick?.(event))}
      className={buttonStyle(tone, size, className)}
    >
      {isBusy ? <Spinner /> : icon}
      {children}
    </button>
  )
}

export function Spinner() {
  return (
    <span
      aria-hidden="true"
      className="size-3.5 animate-spin rounded-full border-2 border-current border-r-transparent opacity-80"
    />
  )
}

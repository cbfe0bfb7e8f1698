import type { ComponentProps, ReactNode } from 'react'
import { buttonStyle } from './button-style.ts'
import type { ButtonSize, ButtonTone } from './button-style.ts'
import { Spinner } from './spinner.tsx'

export interface ButtonProps extends ComponentProps<'button'> {
  /** Default `secondary`. A page has one `primary` button. */
  readonly tone?: ButtonTone
  readonly size?: ButtonSize
  readonly icon?: ReactNode
  /** Shows that it is busy, and cannot be pressed again. */
  readonly isBusy?: boolean
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
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      aria-busy={isBusy || undefined}
      aria-disabled={isBusy || undefined}
      onClick={(event) => (isBusy ? event.preventDefault() : onClick?.(event))}
      className={buttonStyle(tone, size, className)}
    >
      {isBusy ? <Spinner /> : icon}
      {children}
    </button>
  )
}

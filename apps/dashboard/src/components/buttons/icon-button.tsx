import type { ComponentProps, ReactNode } from 'react'
import { classNames } from '../class-names.ts'

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'aria-label'> {
  /** For screen readers, and as a tooltip. */
  readonly label: string
  readonly icon: ReactNode
  /** 24, 28 or 32 px. Default `md`. */
  readonly size?: 'xs' | 'sm' | 'md'
}

const sizes = { xs: 'size-6 touch:size-9', sm: 'size-7 touch:size-10', md: 'size-8 touch:size-11' } as const

export function IconButton({ label, icon, size = 'md', className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      title={label}
      {...rest}
      aria-label={label}
      className={classNames(
        'inline-flex shrink-0 items-center justify-center rounded-sm text-muted transition-colors hover:bg-hover hover:text-ink disabled:opacity-55',
        sizes[size],
        className,
      )}
    >
      {icon}
    </button>
  )
}

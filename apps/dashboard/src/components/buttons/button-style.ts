import { classNames } from '../class-names.ts'

export type ButtonTone = 'primary' | 'secondary' | 'quiet' | 'danger'
export type ButtonSize = 'sm' | 'md'

const base =
  'inline-flex shrink-0 items-center justify-center gap-1.5 rounded-sm border font-medium whitespace-nowrap select-none transition-colors disabled:opacity-55 aria-disabled:opacity-55 data-disabled:opacity-55'

const tones = {
  primary: 'border-transparent bg-accent text-on-accent not-disabled:hover:bg-accent-strong',
  secondary: 'border-control/55 bg-raised text-ink not-disabled:hover:bg-hover',
  quiet: 'border-transparent bg-transparent text-muted not-disabled:hover:bg-hover not-disabled:hover:text-ink',
  danger: 'border-transparent bg-bad text-on-bad not-disabled:hover:opacity-90',
} as const

const sizes = {
  sm: 'h-7 px-2 text-table touch:h-11',
  md: 'h-8 px-3 text-table touch:h-11',
} as const

/** The style of a button, also for links. */
export const buttonStyle = (tone: ButtonTone = 'secondary', size: ButtonSize = 'md', className?: string) =>
  classNames(base, tones[tone], sizes[size], className)

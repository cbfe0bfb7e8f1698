import { Link } from '@tanstack/react-router'
import type { LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'

export interface StatProps {
  readonly label: string
  readonly value: ReactNode
  readonly hint?: ReactNode
  /** The list of the counted records. */
  readonly link?: LinkProps
  readonly tone?: 'bad' | 'warn'
}

/** One figure, with a link to the counted records. Put several in a `<StatRow>`. */
export function Stat({ label, value, hint, link, tone }: StatProps) {
  const content = (
    <>
      <span className="text-meta text-muted">{label}</span>
      <span
        className={classNames(
          'text-h1 font-semibold tabular-nums',
          tone === 'bad' && 'text-bad',
          tone === 'warn' && 'text-warn',
        )}
      >
        {value}
      </span>
      {hint && <span className="text-meta text-muted">{hint}</span>}
    </>
  )
  const style = 'flex min-w-0 flex-col gap-0.5 bg-raised px-4 py-3'
  if (!link) return <div className={style}>{content}</div>
  return (
    <Link {...link} className={classNames(style, 'focus-inset transition-colors hover:bg-hover')}>
      {content}
    </Link>
  )
}

export function StatRow({ children }: { readonly children: ReactNode }) {
  return (
    <div className="grid grid-cols-2 gap-px max-md:*:last:odd:col-span-2 overflow-hidden rounded-md border border-line bg-line md:grid-cols-[repeat(auto-fit,minmax(9rem,1fr))]">
      {children}
    </div>
  )
}

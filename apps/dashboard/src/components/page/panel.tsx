import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'

export interface PanelProps {
  readonly title?: string
  readonly description?: ReactNode
  readonly actions?: ReactNode
  readonly children?: ReactNode
  /** Without padding around the content, for tables. Default false. */
  readonly isFlush?: boolean
}

/** A bordered part of a page with its own heading. */
export function Panel({ title, description, actions, children, isFlush = false }: PanelProps) {
  return (
    <section className="min-w-0 rounded-md border border-line bg-raised">
      {(title || actions) && (
        <div
          className={classNames(
            'grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-2 px-4 py-3 sm:items-start',
            isFlush && 'border-b border-line',
          )}
        >
          {title ? <h2 className="text-body font-semibold">{title}</h2> : <span />}
          {actions && <div className="flex flex-wrap justify-end gap-2 sm:row-span-2">{actions}</div>}
          {description && <p className="text-table text-muted max-sm:col-span-2 sm:col-start-1">{description}</p>}
        </div>
      )}
      {children && (
        <div className={isFlush ? '' : classNames('px-4 pb-4', !title && !actions && 'pt-4')}>{children}</div>
      )}
    </section>
  )
}

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
            'flex flex-wrap items-start justify-between gap-2 px-4 py-3',
            isFlush && 'border-b border-line',
          )}
        >
          <div className="min-w-0 flex-1 basis-48">
            {title && <h2 className="text-body font-semibold">{title}</h2>}
            {description && <p className="text-table text-muted">{description}</p>}
          </div>
          {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
        </div>
      )}
      {children && (
        <div className={isFlush ? '' : classNames('px-4 pb-4', !title && !actions && 'pt-4')}>{children}</div>
      )}
    </section>
  )
}

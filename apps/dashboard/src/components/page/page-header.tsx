import { Link } from '@tanstack/react-router'
import type { LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { HelpLink } from './help-link.tsx'
import { useDocumentTitle } from './use-document-title.ts'

export interface PageHeaderProps {
  /** Also the tab's title. */
  readonly title: string
  /** Replaces the title, for example by one that can be edited. */
  readonly heading?: ReactNode
  readonly status?: ReactNode
  /** The list of a detail page: `{ label: 'Matters', link: { to: '/matters' } }`. */
  readonly parent?: { readonly label: string; readonly link: LinkProps }
  readonly description?: ReactNode
  /** Buttons, the primary one last. */
  readonly actions?: ReactNode
}

export function PageHeader({ title, heading, status, parent, description, actions }: PageHeaderProps) {
  useDocumentTitle(title)
  return (
    <header className="mb-4">
      {parent && (
        <nav aria-label="Breadcrumb" className="mb-0.5 text-meta text-muted">
          <Link {...parent.link} className="hover:text-ink hover:underline">
            {parent.label}
          </Link>
        </nav>
      )}
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 lg:flex-nowrap">
        <div className="flex min-h-8 min-w-0 touch:min-h-11 flex-wrap items-center gap-x-2.5 gap-y-1">
          {heading ?? <h1 className="min-w-0 text-h1 wrap-anywhere">{title}</h1>}
          {status && <span className="contents print:hidden [&>button]:w-auto">{status}</span>}
          <HelpLink />
        </div>
        {actions && <div className="flex shrink-0 flex-wrap items-center gap-2 max-lg:max-w-full">{actions}</div>}
      </div>
      {description && <div className="mt-1 max-w-[80ch] text-table text-pretty text-muted">{description}</div>}
    </header>
  )
}

import { Link } from '@tanstack/react-router'
import type { LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'

const style = 'focus-inset block min-w-0 truncate rounded-[4px] text-left font-medium text-ink hover:underline'

interface RowOpenerProps {
  readonly link: LinkProps | undefined
  readonly onOpen: (() => void) | undefined
  readonly children: ReactNode
}

/** The first cell of a row: a link to its page, a button for its drawer, or neither. */
export function RowOpener({ link, onOpen, children }: RowOpenerProps) {
  if (link)
    return (
      <Link {...link} data-row-opener="" className={style}>
        {children}
      </Link>
    )
  if (!onOpen) return <>{children}</>
  return (
    <button type="button" data-row-opener="" onClick={onOpen} className={`${style} w-full`}>
      {children}
    </button>
  )
}

import type { ReactNode } from 'react'
import { Button } from '../buttons/button.tsx'
import { formatCount, formatTotal } from '../values/formats.ts'
import type { PageInfo } from './pager.tsx'
import type { Selection } from './selection.ts'

interface SelectionBarProps {
  readonly selection: Selection
  readonly page: PageInfo | undefined
  readonly actions: ReactNode
}

/** The number of selected rows, and the actions for them. */
export function SelectionBar({ selection, page, actions }: SelectionBarProps) {
  const total = page?.total
  const count = selection.isAll && total !== undefined ? total : selection.ids.size
  if (count === 0) return null
  const all = page && formatTotal(page)
  const selected = selection.isAll && page?.total_is_estimate ? 'All' : formatCount(count)
  const canSelectAll = !selection.isAll && total !== undefined && total > count
  return (
    <div
      role="region"
      aria-label="Selection"
      className="flex flex-wrap items-center gap-2 border-b border-line bg-accent-soft px-3 py-1.5 text-table"
    >
      <output className="font-medium">{all === undefined ? selected : `${selected} of ${all}`} selected</output>
      {canSelectAll && (
        <Button tone="quiet" size="sm" onClick={selection.selectAll}>
          Select all {all} matching
        </Button>
      )}
      <Button tone="quiet" size="sm" onClick={selection.clear}>
        Clear
      </Button>
      <span className="flex-1" />
      {actions}
    </div>
  )
}

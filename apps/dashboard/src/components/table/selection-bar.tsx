import type { ReactNode } from 'react'
import { Button } from '../buttons/button.tsx'
import { formatCount } from '../values/formats.ts'
import type { Selection } from './selection.ts'

interface SelectionBarProps {
  readonly selection: Selection
  readonly total: number | undefined
  readonly actions: ReactNode
}

/** What is chosen and what can be done with it. */
export function SelectionBar({ selection, total, actions }: SelectionBarProps) {
  const count = selection.isAll && total !== undefined ? total : selection.ids.size
  if (count === 0) return null
  const mayChooseAll = !selection.isAll && total !== undefined && total > count
  return (
    <div
      role="region"
      aria-label="Selection"
      className="flex flex-wrap items-center gap-2 border-b border-line bg-accent-soft px-3 py-1.5 text-table"
    >
      <output className="font-medium">
        {total === undefined ? formatCount(count) : `${formatCount(count)} of ${formatCount(total)}`} selected
      </output>
      {mayChooseAll && (
        <Button tone="quiet" size="sm" onClick={selection.chooseAll}>
          Select all {formatCount(total)} matching
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

import type { Header } from '@tanstack/react-table'
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import { cellClass } from './columns.ts'
import type { Column, Features } from './columns.ts'

interface HeadCellProps<Row extends object> {
  readonly header: Header<Features, Row>
  readonly column: Column<Row>
  readonly isWide: boolean
}

/** A heading; one that sorts is a button. */
export function HeadCell<Row extends object>({ header, column, isWide }: HeadCellProps<Row>) {
  const order = header.column.getIsSorted()
  const ariaSort = order === 'asc' ? 'ascending' : order === 'desc' ? 'descending' : undefined
  return (
    <th
      scope="col"
      {...(ariaSort && { 'aria-sort': ariaSort })}
      className={`h-8 px-3 text-meta font-medium text-muted ${cellClass(column, isWide)}`}
    >
      {header.column.getCanSort() ? (
        <button
          type="button"
          onClick={header.column.getToggleSortingHandler()}
          className="focus-inset -mx-1 inline-flex items-center gap-1 rounded-[4px] px-1 font-medium hover:text-ink"
        >
          {column.header}
          {order === 'asc' && <ArrowUp className="size-3" />}
          {order === 'desc' && <ArrowDown className="size-3" />}
          {!order && <ChevronsUpDown className="size-3 opacity-60" />}
        </button>
      ) : (
        column.header
      )}
    </th>
  )
}

import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import { cellClass } from './columns.ts'
import type { Column } from './columns.ts'

interface HeadCellProps<Row> {
  readonly column: Column<Row>
  readonly isWide: boolean
  /** What the rows are sorted by: `-created_at`. */
  readonly sort: string | undefined
  readonly onSort: ((sort: string) => void) | undefined
}

/** A heading; one that sorts is a button. */
export function HeadCell<Row>({ column, isWide, sort, onSort }: HeadCellProps<Row>) {
  const { header } = column
  const field = onSort && column.sort
  const order = field && (sort === field ? 'ascending' : sort === `-${field}` ? 'descending' : undefined)
  const Arrow = order === 'ascending' ? ArrowUp : order === 'descending' ? ArrowDown : ChevronsUpDown
  return (
    <th
      scope="col"
      aria-sort={order || undefined}
      className={`h-8 px-3 text-meta font-medium text-muted ${cellClass(column, isWide)}`}
    >
      {field ? (
        <button
          type="button"
          onClick={() => onSort(order === 'ascending' ? `-${field}` : field)}
          className="focus-inset -mx-1 inline-flex items-center gap-1 rounded-[4px] px-1 font-medium hover:text-ink"
        >
          {header}
          <Arrow className={order ? 'size-3' : 'size-3 opacity-60'} />
        </button>
      ) : (
        header
      )}
    </th>
  )
}

import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import { Checkbox } from '../forms/checkbox.tsx'
import { cellClass } from './columns.ts'
import type { Column } from './columns.ts'
import type { Selection } from './selection.ts'

interface TableHeadProps<Row> extends Pick<HeadCellProps<Row>, 'sort' | 'onSort'> {
  readonly columns: readonly Column<Row>[]
  /** The index of the wide column. */
  readonly wide: number
  /** The rows of the page. */
  readonly ids: readonly string[]
  readonly selection: Selection | undefined
  readonly selectedCount: number
}

export function TableHead<Row>({ columns, wide, ids, sort, onSort, selection, selectedCount }: TableHeadProps<Row>) {
  const isAll = selectedCount === ids.length
  return (
    <thead className="border-b border-line bg-subtle">
      <tr>
        {selection && (
          <th scope="col" className="w-9 pl-3 text-left">
            <Checkbox
              aria-label="Select all on this page"
              checked={selectedCount > 0 && isAll}
              isMixed={selectedCount > 0 && !isAll}
              onChange={() => selection.setMany(ids, !isAll)}
              className="align-middle"
            />
          </th>
        )}
        {columns.map((column, index) => (
          <HeadCell key={column.id} isWide={index === wide} {...{ column, sort, onSort }} />
        ))}
      </tr>
    </thead>
  )
}

interface HeadCellProps<Row> {
  readonly column: Column<Row>
  readonly isWide: boolean
  /** The sort order: `-created_at`. */
  readonly sort: string | undefined
  readonly onSort: ((sort: string) => void) | undefined
}

/** A column's name, as a button if the list can be sorted by it. */
function HeadCell<Row>({ column, isWide, sort, onSort }: HeadCellProps<Row>) {
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

import type { LinkProps } from '@tanstack/react-router'
import { useRef } from 'react'
import type { ReactNode } from 'react'
import { Checkbox } from '../forms/checkbox.tsx'
import { classNames } from '../class-names.ts'
import { ErrorPanel } from '../page/error-panel.tsx'
import { Skeleton } from '../page/skeleton.tsx'
import type { Column } from './columns.ts'
import { Pager } from './pager.tsx'
import type { PageInfo } from './pager.tsx'
import { rowKeys } from './row-keys.ts'
import type { Selection } from './selection.ts'
import { SelectionBar } from './selection-bar.tsx'
import { HeadCell } from './table-head.tsx'
import { TableRow } from './table-row.tsx'

export interface DataTableProps<Row extends object> {
  /** What the rows are: "Matters". */
  readonly label: string
  readonly columns: readonly Column<Row>[]
  /** Undefined while they load for the first time. */
  readonly rows: readonly Row[] | undefined
  readonly rowId: (row: Row) => string | number
  /** A row's name for screen readers. Default: its id. */
  readonly rowName?: (row: Row) => string
  /** The row's own page. */
  readonly rowLink?: (row: Row) => LinkProps
  /** Without a page: opens its drawer. */
  readonly onOpen?: (row: Row) => void
  /** Space: shows it in the drawer. */
  readonly onPeek?: (row: Row) => void
  /** The id of the row whose drawer is open. */
  readonly openId?: string | number | undefined
  readonly sort?: string | undefined
  readonly onSort?: (sort: string) => void
  /** From `useSelection()`; without it nothing can be chosen. */
  readonly selection?: Selection
  /** Buttons of the bar that shows while something is chosen. */
  readonly bulkActions?: ReactNode
  /** The answer's own paging members; without them there is no pager. */
  readonly page?: PageInfo | undefined
  /** Shown in place of the rows when there are none. */
  readonly empty: ReactNode
  readonly error?: unknown
  readonly onRetry?: () => void
  /** The rows are of the page before, while the next one loads. */
  readonly isStale?: boolean
  /** Within a panel that is flush, whose border is its own. Default false. */
  readonly isFlush?: boolean
}

/** The one table: keyboard, sorting, choosing, paging by cursor, loading, failing and being empty. */
export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const { label, columns, rows, rowId, rowName, sort, onSort, selection, page, empty, error, onRetry } = props
  const last = useRef(0)
  if (error && !rows) return <ErrorPanel error={error} onRetry={onRetry} />
  if (!rows) return <Skeleton lines={8} />
  if (rows.length === 0 && !page?.total) return <>{empty}</>

  const pager = page && <Pager page={page} isStale={props.isStale} />
  const ids = rows.map((row) => String(rowId(row)))
  const isChosen = (id: string | undefined) =>
    selection !== undefined && (selection.isAll || (id !== undefined && selection.ids.has(id)))
  const toggle =
    selection &&
    ((index: number, isRange: boolean) => {
      const [from, to] = [Math.min(index, last.current), Math.max(index, last.current)]
      selection.setMany(ids.slice(isRange ? from : index, isRange ? to + 1 : index + 1), !isChosen(ids[index]))
      last.current = index
    })
  const peek = props.onPeek ?? props.onOpen
  const keys = rowKeys({ onPeek: peek && ((index) => rows[index] && peek(rows[index])), onToggle: toggle })
  const chosenHere = ids.filter(isChosen).length
  const wide = Math.max(
    0,
    columns.findIndex(({ isWide }) => isWide),
  )
  return (
    <div className="flex flex-col gap-2">
      <div
        className={classNames(
          'min-w-0 overflow-hidden bg-raised',
          props.isFlush ? 'rounded-b-md' : 'rounded-md border border-line',
        )}
      >
        {selection && <SelectionBar selection={selection} page={page} actions={props.bulkActions} />}
        <div className="overflow-x-auto" onKeyDown={keys} role="presentation">
          <table
            aria-label={label}
            className={classNames('w-full border-collapse transition-opacity', props.isStale && 'opacity-60')}
          >
            <thead className="border-b border-line bg-subtle">
              <tr>
                {selection && (
                  <th scope="col" className="w-9 pl-3 text-left">
                    <Checkbox
                      aria-label="Select all on this page"
                      checked={chosenHere > 0 && chosenHere === ids.length}
                      isMixed={chosenHere > 0 && chosenHere < ids.length}
                      onChange={() => selection.setMany(ids, chosenHere < ids.length)}
                      className="align-middle"
                    />
                  </th>
                )}
                {columns.map((column, place) => (
                  <HeadCell key={column.id} isWide={place === wide} {...{ column, sort, onSort }} />
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row, index) => (
                <TableRow
                  key={ids[index]}
                  {...{ row, index, columns, wide }}
                  name={rowName?.(row) ?? `${rowId(row)}`}
                  link={props.rowLink?.(row)}
                  onOpen={props.onOpen && (() => props.onOpen?.(row))}
                  isOpen={props.openId !== undefined && String(props.openId) === ids[index]}
                  isChosen={isChosen(ids[index])}
                  onToggle={toggle}
                />
              ))}
            </tbody>
          </table>
        </div>
      </div>
      {props.isFlush && pager ? <div className="px-4 pb-3">{pager}</div> : pager}
    </div>
  )
}

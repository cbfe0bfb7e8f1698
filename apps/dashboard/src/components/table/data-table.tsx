import type { LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import { ErrorPanel } from '../page/error-panel.tsx'
import { Skeleton } from '../page/skeleton.tsx'
import type { Column } from './columns.ts'
import { Pager } from './pager.tsx'
import type { PageInfo } from './pager.tsx'
import { rowKeys } from './row-keys.ts'
import { SelectionBar } from './selection-bar.tsx'
import { useRowSelection } from './selection.ts'
import type { Selection } from './selection.ts'
import { TableHead } from './table-head.tsx'
import { TableRow } from './table-row.tsx'

export interface DataTableProps<Row extends object> {
  /** The name of the table: "Matters". */
  readonly label: string
  readonly columns: readonly Column<Row>[]
  /** Undefined until they are loaded. */
  readonly rows: readonly Row[] | undefined
  readonly rowId: (row: Row) => string | number
  /** A row's name for screen readers. Default: its id. */
  readonly rowName?: (row: Row) => string
  /** The row's own page. */
  readonly rowLink?: (row: Row) => LinkProps
  /** Opens the drawer of a row without a page. */
  readonly onOpen?: (row: Row) => void
  /** Opens the drawer by Space. */
  readonly onPeek?: (row: Row) => void
  /** The id of the row whose drawer is open. */
  readonly openId?: string | number | undefined
  readonly sort?: string | undefined
  readonly onSort?: (sort: string) => void
  /** From `useSelection()`. Without it, rows cannot be selected. */
  readonly selection?: Selection
  /** Buttons for the selected rows. */
  readonly bulkActions?: ReactNode
  /** The paging fields of the response. Without them, there is no pager. */
  readonly page?: PageInfo | undefined
  /** Replaces an empty table. */
  readonly empty: ReactNode
  readonly error?: unknown
  readonly onRetry?: () => void
  /** The rows are the previous page while the next one loads. */
  readonly isStale?: boolean
  /** Without a border, for a flush panel. Default false. */
  readonly isFlush?: boolean
}

/** A table with sorting, selection, paging by cursor and keyboard control. */
export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const { rows, page, empty, error, onRetry } = props
  if (error && !rows) return <ErrorPanel error={error} onRetry={onRetry} />
  if (!rows) return <Skeleton lines={8} />
  if (rows.length === 0 && !page?.total) return <>{empty}</>
  return <LoadedTable {...props} rows={rows} />
}

function LoadedTable<Row extends object>(props: DataTableProps<Row> & { readonly rows: readonly Row[] }) {
  const { label, columns, rows, rowId, rowName, sort, onSort, selection, page, isFlush, isStale } = props
  const ids = rows.map((row) => String(rowId(row)))
  const { isSelected, toggle } = useRowSelection(selection, ids)
  const peek = props.onPeek ?? props.onOpen
  const keys = rowKeys({ onPeek: peek && ((index) => rows[index] && peek(rows[index])), onToggle: toggle })
  const wide = Math.max(
    0,
    columns.findIndex(({ isWide }) => isWide),
  )
  const pager = page && <Pager page={page} isStale={isStale} />
  return (
    <div className="flex flex-col gap-2">
      <div
        className={classNames(
          'min-w-0 overflow-hidden bg-raised',
          isFlush ? 'rounded-b-md' : 'rounded-md border border-line',
        )}
      >
        {selection && <SelectionBar selection={selection} page={page} actions={props.bulkActions} />}
        <div className="overflow-x-auto" onKeyDown={keys} role="presentation">
          <table
            aria-label={label}
            className={classNames('w-full border-collapse transition-opacity', isStale && 'opacity-60')}
          >
            <TableHead
              {...{ columns, wide, ids, sort, onSort, selection }}
              selectedCount={ids.filter(isSelected).length}
            />
            <tbody>
              {rows.map((row, index) => (
                <TableRow
                  key={ids[index]}
                  {...{ row, index, columns, wide }}
                  name={rowName?.(row) ?? `${rowId(row)}`}
                  link={props.rowLink?.(row)}
                  onOpen={props.onOpen && (() => props.onOpen?.(row))}
                  isOpen={props.openId !== undefined && String(props.openId) === ids[index]}
                  isSelected={isSelected(ids[index])}
                  onToggle={toggle}
                />
              ))}
            </tbody>
          </table>
        </div>
      </div>
      {isFlush && pager ? <div className="px-4 pb-3">{pager}</div> : pager}
    </div>
  )
}

/** A list as `useCall` returns it. */
export interface ListQuery<Row> {
  readonly data: (PageInfo & { readonly data: readonly Row[] }) | undefined
  readonly error: unknown
  readonly isPlaceholderData: boolean
  refetch(): Promise<unknown>
}

/** The props of a table for a list: `<DataTable {...ofList(list)} …>`. */
export function ofList<Row>({ data, error, isPlaceholderData, refetch }: ListQuery<Row>) {
  return { rows: data?.data, page: data, error, onRetry: () => void refetch(), isStale: isPlaceholderData }
}

import { createColumnHelper, rowSortingFeature, tableFeatures } from '@tanstack/react-table'
import type { ReactNode } from 'react'

/** One column of a DataTable. The first one holds the row's link. */
export interface Column<Row> {
  readonly id: string
  readonly header: string
  readonly cell: (row: Row) => ReactNode
  /** What `sort` is called when its header is pressed: `created_at`. Without it, the column does not sort. */
  readonly sort?: string
  /** Default `left`; figures stand at the right. */
  readonly align?: 'right'
  /** Shown from this width of the window on. Default: always. */
  readonly from?: 'sm' | 'md' | 'lg'
  /** Takes the room that the others leave. Default: the first column does. */
  readonly isWide?: boolean
}

export const features = tableFeatures({ rowSortingFeature })

export type Features = typeof features

/** The table library's own columns; a sorted column goes by the name of its `sort`. */
export function libraryColumns<Row extends object>(columns: readonly Column<Row>[]) {
  const helper = createColumnHelper<Features, Row>()
  return columns.map(({ id, header, cell, sort }) =>
    helper.accessor((): unknown => sort, {
      id: sort ?? `column:${id}`,
      header,
      enableSorting: sort !== undefined,
      cell: ({ row }) => cell(row.original),
    }),
  )
}

const shown = { sm: 'max-sm:hidden', md: 'max-md:hidden', lg: 'max-lg:hidden' } as const

/** The wide cell is cut off where there is no room; the others keep to one line. */
export const cellClass = <Row>({ align, from }: Column<Row>, isWide: boolean) =>
  [
    align === 'right' ? 'text-right' : 'text-left',
    isWide ? 'w-full max-w-0 min-w-44 truncate' : 'whitespace-nowrap',
    from ? shown[from] : '',
  ].join(' ')

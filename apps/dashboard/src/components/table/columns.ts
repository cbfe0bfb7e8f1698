import type { ReactNode } from 'react'

/** One column of a DataTable. The first one holds the row's link. */
export interface Column<Row> {
  readonly id: string
  readonly header: string
  readonly cell: (row: Row) => ReactNode
  /** Sorts the list by this field when its header is pressed: `created_at`. Default: not sortable. */
  readonly sort?: string
  /** Default `left`. Figures are aligned to the right. */
  readonly align?: 'right'
  /** The smallest window that has this column. Default: all windows. */
  readonly from?: 'sm' | 'md' | 'lg'
  /** A small line below the first column, in windows that hide other columns. */
  readonly under?: { readonly until: 'sm' | 'md'; readonly say: (row: Row) => ReactNode }
  /** Takes the remaining width. Default: the first column does. */
  readonly isWide?: boolean
}

/** Hides an element from this width on. */
export const until = { sm: 'sm:hidden', md: 'md:hidden' } as const

const hiddenBelow = { sm: 'max-sm:hidden', md: 'max-md:hidden', lg: 'max-lg:hidden' } as const

/** The wide cell is truncated. The other cells do not wrap. */
export const cellClass = <Row>({ align, from }: Column<Row>, isWide: boolean) =>
  [
    align === 'right' ? 'text-right' : 'text-left',
    isWide ? 'w-full max-w-0 min-w-28 truncate sm:min-w-44' : 'whitespace-nowrap',
    from ? hiddenBelow[from] : '',
  ].join(' ')

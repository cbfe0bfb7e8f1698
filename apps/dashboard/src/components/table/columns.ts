import type { ReactNode } from 'react'

/** One column of a DataTable. The first one holds the row's link. */
export interface Column<Row> {
  readonly id: string
  readonly header: string
  readonly cell: (row: Row) => ReactNode
  /** The field that the list is sorted by when its header is pressed: `created_at`. Without it, none. */
  readonly sort?: string
  /** Default `left`; figures are at the right. */
  readonly align?: 'right'
  /** Shown from this width of the window on. Default: always. */
  readonly from?: 'sm' | 'md' | 'lg'
  /** Of the first column: said small below it in a narrower window, where other columns have no room to say it. */
  readonly under?: { readonly until: 'sm' | 'md'; readonly say: (row: Row) => ReactNode }
  /** Takes the width that the others leave. Default: the first column does. */
  readonly isWide?: boolean
}

/** What is shown up to this width. */
export const until = { sm: 'sm:hidden', md: 'md:hidden' } as const

const shown = { sm: 'max-sm:hidden', md: 'max-md:hidden', lg: 'max-lg:hidden' } as const

/** The wide cell is truncated where it does not fit; the others are one line. */
export const cellClass = <Row>({ align, from }: Column<Row>, isWide: boolean) =>
  [
    align === 'right' ? 'text-right' : 'text-left',
    isWide ? 'w-full max-w-0 min-w-28 truncate sm:min-w-44' : 'whitespace-nowrap',
    from ? shown[from] : '',
  ].join(' ')

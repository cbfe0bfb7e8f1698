import type { ReactNode } from 'react'
import { Button } from '../../components/buttons/button.tsx'
import { EmptyState } from '../../components/page/empty-state.tsx'
import { Skeleton } from '../../components/page/skeleton.tsx'
import { DataTable, ofList } from '../../components/table/data-table.tsx'
import type { DataTableProps, ListQuery } from '../../components/table/data-table.tsx'
import { useSelection } from '../../components/table/selection.ts'
import { BulkActions } from '../bulk/bulk-actions.tsx'
import type { BulkActionsProps } from '../bulk/bulk-actions.tsx'
import { FilterBar } from './filter-bar.tsx'
import type { Filter } from './filter-bar.tsx'

/** From `useSearchParams()`. */
interface ListParams<Name extends string> {
  readonly search: { readonly [K in Name]?: string | undefined }
  readonly setSearch: (change: Texts) => void
  readonly setFilter: (change: Texts) => void
}

type Texts = Readonly<Record<string, string | undefined>>

type TableProps =
  | 'label'
  | 'columns'
  | 'rowId'
  | 'rowName'
  | 'rowLink'
  | 'onOpen'
  | 'onPeek'
  | 'openId'
  | 'sort'
  | 'empty'

export interface RecordListProps<Row extends object, Name extends string> extends Pick<
  DataTableProps<Row>,
  TableProps
> {
  readonly params: ListParams<Name>
  readonly list: ListQuery<Row>
  readonly filters: readonly Filter<NoInfer<Name>>[]
  /** The names of the records, for the message that no record matches. Default: `empty`. */
  readonly nouns?: { readonly one: string; readonly many: string }
  /** Enables the selection of rows and bulk actions. */
  readonly bulk?: Pick<BulkActionsProps, 'resource' | 'filters' | 'statuses'>
  /** Before the filters. */
  readonly heading?: ReactNode
}

/** A list with its filters in the address. */
export function RecordList<Row extends object, Name extends string>(props: RecordListProps<Row, Name>) {
  const { params, list, filters, nouns, bulk, heading, empty, ...table } = props
  const search: Texts = params.search
  const selection = useSelection()
  const isFiltered = filters.some(({ name }) => search[name])
  const showAll = () => params.setFilter(Object.fromEntries(filters.map(({ name }) => [name, undefined])))
  const nameOf = (id: number) => {
    const row = list.data?.data.find((row) => props.rowId(row) === id)
    return row && props.rowName?.(row)
  }
  return (
    <>
      <FilterBar filters={filters} search={search} setFilter={params.setFilter}>
        {heading}
      </FilterBar>
      <DataTable
        {...table}
        {...ofList(list)}
        onSort={(sort) => params.setFilter({ sort })}
        {...(bulk && { selection, bulkActions: <BulkActions {...bulk} {...{ selection, nameOf }} /> })}
        empty={
          // The rows still belong to the previous search terms.
          isFiltered && list.isPlaceholderData ? (
            <Skeleton lines={3} />
          ) : nouns && isFiltered ? (
            <EmptyState action={<Button onClick={showAll}>Show all {nouns.many}</Button>}>
              No {nouns.many} match these filters.
            </EmptyState>
          ) : (
            empty
          )
        }
      />
    </>
  )
}

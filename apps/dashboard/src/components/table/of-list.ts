import type { PageInfo } from './pager.tsx'

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

import type { PageInfo } from './pager.tsx'

interface ListAnswer<Page> {
  readonly data: Page | undefined
  readonly error: unknown
  readonly isPlaceholderData: boolean
  refetch(): Promise<unknown>
}

/** What a table shows of a list besides its rows: `<DataTable {...ofList(list)} rows={list.data?.data} …>`. */
export function ofList<Page extends PageInfo>({ data, error, isPlaceholderData, refetch }: ListAnswer<Page>) {
  return { page: data, error, onRetry: () => void refetch(), isStale: isPlaceholderData }
}

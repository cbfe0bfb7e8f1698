import { useNavigate, useSearch } from '@tanstack/react-router'
import { readSearch } from './read-search.ts'
import type { SearchShape } from './read-search.ts'

export interface SetSearchOptions {
  /** Adds an entry to the browser's history. Default false. */
  readonly push?: boolean
}

/**
 * The state of the page in its address, as the route declares it:
 *
 *     const { search, setSearch } = useSearchParams(matterSearch)
 *     setSearch({ status: 'On Hold', cursor: undefined })
 *
 * Values are strings. Undefined and '' remove a parameter. Other parameters are kept.
 */
export function useSearchParams<S extends SearchShape>(shape: S) {
  const search = readSearch(shape)(useSearch({ strict: false }))
  const navigate = useNavigate()
  const setSearch = (change: ChangeOf<S>, { push = false }: SetSearchOptions = {}) =>
    void navigate({
      to: '.',
      search: (before: Texts) => withoutEmpty({ ...before, ...change }),
      replace: !push,
      resetScroll: false,
    })
  /** Sets filters or the sort order, and returns to the first page. */
  const setFilter = (change: ChangeOf<S>) => setSearch({ ...change, cursor: undefined, trail: undefined })
  return { search, setSearch, setFilter }
}

export type SearchParams<S extends SearchShape> = ReturnType<typeof useSearchParams<S>>

type Texts = Readonly<Record<string, string | undefined>>

/** Any strings, because the route reads them before the page does. */
export type ChangeOf<S extends SearchShape> = { readonly [K in keyof S]?: string | undefined }

const withoutEmpty = (values: Texts) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined && value !== ''))

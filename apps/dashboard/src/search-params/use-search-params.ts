import { useNavigate, useSearch } from '@tanstack/react-router'

type Values<Name extends string> = Readonly<Partial<Record<Name, string | undefined>>>

export interface SetSearchOptions {
  /** Back leads to the values before. Default false: they are replaced. */
  readonly push?: boolean
}

/**
 * The page's state in the address, by name:
 *
 *     const { search, setSearch } = useSearchParams('status', 'q', 'cursor')
 *     setSearch({ status: 'On Hold', cursor: undefined })
 *
 * Values are texts; undefined and '' take a parameter away. Parameters that are not named stay.
 */
export function useSearchParams<const Name extends string>(...names: readonly Name[]) {
  const all: Values<string> = useSearch({ strict: false })
  const navigate = useNavigate()
  const search = Object.fromEntries(names.map((name) => [name, all[name]])) as Values<Name>
  const setSearch = (change: Values<Name>, { push = false }: SetSearchOptions = {}) =>
    void navigate({
      to: '.',
      search: (before: Values<string>) => withoutEmpty({ ...before, ...change }),
      replace: !push,
      resetScroll: false,
    })
  /** For filters and sorting: as setSearch, and back to the first page. */
  const setFilter = (change: Values<Name>) => setSearch({ ...change, cursor: undefined, trail: undefined })
  return { search, setSearch, setFilter }
}

const withoutEmpty = (values: Values<string>) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined && value !== ''))

import { useCall } from '../api/queries.ts'

type Ids = readonly (number | null | undefined)[]

/** The name of a record. Undefined until it is loaded. */
export type NameOf = (id: number | null | undefined) => string | undefined

/** The names of a page's matters and clients, in one request. */
export function useNames({ matters = [], clients = [] }: { readonly matters?: Ids; readonly clients?: Ids }) {
  const query = { matters: listed(matters), clients: listed(clients) }
  const isNeeded = query.matters !== undefined || query.clients !== undefined
  const { data, isLoading } = useCall('GET /names', { query }, { enabled: isNeeded })
  return { matter: finder(data?.matters), client: finder(data?.clients), isLoading }
}

function listed(ids: Ids): string | undefined {
  const present = new Set(ids.filter((id) => typeof id === 'number'))
  return present.size > 0 ? [...present].sort((a, b) => a - b).join(',') : undefined
}

function finder(names: readonly { id: number; name: string }[] | undefined): NameOf {
  return (id) => names?.find((each) => each.id === id)?.name
}

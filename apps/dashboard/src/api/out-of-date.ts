import type { Query } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { CallError } from './call-error.ts'
import { queryClient } from './queries.ts'

const cache = queryClient.getQueryCache()

/** True if a query on the screen failed to refresh. The session is not on the screen. */
const isOutOfDate = (query: Query) => {
  const { data, error } = query.state
  if (data === undefined || !(error instanceof CallError) || query.queryKey[0] === 'GET /session') return false
  return (error.status === 0 || error.status === 429 || error.status >= 500) && query.isActive()
}

/** The time in ms of the oldest data that could not be refreshed. Undefined if all data is up to date. */
export const useOutOfDate = () =>
  useSyncExternalStore(
    (listener) => cache.subscribe(listener),
    () =>
      cache
        .findAll({ predicate: isOutOfDate })
        .reduce<number | undefined>(
          (oldest, { state: { dataUpdatedAt: at } }) => Math.min(at, oldest ?? at),
          undefined,
        ),
  )

/** Refreshes that data, unless a request is in flight. */
export const refreshOutOfDate = () => queryClient.refetchQueries({ predicate: isOutOfDate }, { cancelRefetch: false })

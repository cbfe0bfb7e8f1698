import { useSyncExternalStore } from 'react'
import type { Query } from '@tanstack/react-query'
import { CallError } from './call-error.ts'
import { queryClient } from './queries.ts'

const cache = queryClient.getQueryCache()

/** What is on the screen, and was not answered when it was last asked for. Nobody sees the session. */
const isOutOfDate = (query: Query) => {
  const { data, error } = query.state
  if (data === undefined || !(error instanceof CallError) || query.queryKey[0] === 'GET /session') return false
  return (error.status === 0 || error.status === 429 || error.status >= 500) && query.isActive()
}

/** Since when something on the screen could not be refreshed, in ms; undefined while all of it is fresh. */
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

/** Asks again for that, where that is not under way. */
export const refreshOutOfDate = () => queryClient.refetchQueries({ predicate: isOutOfDate }, { cancelRefetch: false })

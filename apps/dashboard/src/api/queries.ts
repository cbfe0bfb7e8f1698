import { hashKey, keepPreviousData, QueryClient, useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { createAttempt } from './attempt.ts'
import type { Attempt } from './attempt.ts'
import { CallError } from './call-error.ts'
import { call } from './call.ts'
import { change } from './change.ts'
import type { ChangeInput, ChangeOptions, RecordPath } from './change.ts'
import type { Answer, CallInput, OperationKey, WholeKey } from './contract.ts'

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      // The server can run on this machine, which works without a network.
      networkMode: 'always',
      // A refused request would be refused again. While the server is unreachable, the banner retries.
      retry: (count, error) => count < 2 && error instanceof CallError && error.status >= 500,
      retryDelay: 400,
    },
    mutations: { networkMode: 'always' },
  },
})

export interface UseCallOptions {
  /** Sends the request only if true. Default true. */
  readonly enabled?: boolean
  /** Repeats the request every 1.5 s while the window is visible. Default false. */
  readonly poll?: boolean
  /** Shows the previous page until the next one is loaded. Default true. */
  readonly keep?: boolean
}

/** The cache key of a response. */
export const queryKey = (key: OperationKey, input?: object) => (input === undefined ? [key] : [key, input])

/** Loads a response: `useCall('GET /matters', { query: { status } })` → `{ data, error, isPending, refetch }`. */
export function useCall<K extends OperationKey>(key: K, input: CallInput<K>, options: UseCallOptions = {}) {
  const { enabled = true, poll = false, keep = true } = options
  return useQuery<Answer<K>, CallError>({
    queryKey: queryKey(key, input),
    queryFn: ({ signal }) => call(key, input, { signal, attempt: undefined }),
    enabled,
    ...(poll && { refetchInterval: 1_500, staleTime: 0 }),
    ...(keep && { placeholderData: keepPreviousData }),
  })
}

/** An operation that needs no version of a whole. */
export type ActionKey = Exclude<OperationKey, WholeKey>

export interface UseActionOptions<K extends OperationKey> {
  /** The operations to load again afterwards. Default: all. */
  readonly invalidates?: readonly OperationKey[]
  readonly onDone?: (answer: Answer<K>, input: CallInput<K>) => void
  readonly onFail?: (error: CallError) => void
  /** The form that it sends. Default: each press of a button until it succeeds. */
  readonly attempt?: Attempt | undefined
}

export interface UseChangeOptions extends ChangeOptions {
  /** `isSaved` is false if the user kept the other member's values. */
  readonly onDone?: (isSaved: boolean) => void
  readonly onFail?: (error: CallError) => void
}

/** An action: `const save = useAction('PATCH /matters/{id}')`, then `save.mutate({ params, body })`. */
export function useAction<K extends ActionKey>(
  key: K,
  { invalidates, onDone, onFail, attempt }: UseActionOptions<K> = {},
) {
  const [own] = useState(createAttempt)
  const current = attempt ?? own
  return useMutation<Answer<K>, CallError, CallInput<K>>({
    mutationFn: (input) => call(key, input, { attempt: current }),
    onSuccess: (answer, input) => {
      current.end()
      void refresh(invalidates)
      onDone?.(answer, input)
    },
    onError: (error) => onFail?.(error),
  })
}

/** Changes a record, and asks if another member changed it in the meantime. */
export function useChange<P extends RecordPath>(path: P, { onDone, onFail, ...options }: UseChangeOptions) {
  return useMutation<boolean, CallError, ChangeInput<P>>({
    mutationFn: (input) => change(path, input, options),
    onSuccess: (isSaved) => {
      void refresh()
      onDone?.(isSaved)
    },
    onError: (error) => onFail?.(error),
  })
}

/** Reloads the queries on the screen, and marks all others as out of date. */
export async function refresh(keys?: readonly OperationKey[]) {
  if (!keys) return queryClient.invalidateQueries()
  await Promise.all(keys.map((key) => queryClient.invalidateQueries({ queryKey: [key] })))
}

/** Refreshes after a record was deleted, without another request for the record itself. */
export async function refreshWithout(key: OperationKey, id: number | string) {
  // A page takes the ID from its address, a dialog from the record.
  const hashes = new Set([String(id), Number(id)].map((id) => hashKey(queryKey(key, { params: { id } }))))
  const isGone = ({ queryHash }: { readonly queryHash: string }) => hashes.has(queryHash)
  queryClient.removeQueries({ predicate: isGone, type: 'inactive' })
  await queryClient.invalidateQueries({ predicate: (query) => !isGone(query) })
}

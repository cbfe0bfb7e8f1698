import { keepPreviousData, QueryClient, useMutation, useQuery } from '@tanstack/react-query'
import { call } from './call.ts'
import { CallError } from './call-error.ts'
import { change } from './change.ts'
import type { ChangeKey, ChangeOptions } from './change.ts'
import type { Answer, CallInput, OperationKey } from './contract.ts'

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      // The server may be this machine, which answers without a network.
      networkMode: 'always',
      // An error of the request would come again; a server that is away is asked again by the banner.
      retry: (count, error) => count < 2 && error instanceof CallError && error.status >= 500,
      retryDelay: 400,
    },
    mutations: { networkMode: 'always' },
  },
})

export interface UseCallOptions {
  /** Ask only when true. Default true. */
  readonly enabled?: boolean
  /** Ask again every 1.5 s while the window is visible. Default false. */
  readonly poll?: boolean
  /** Show the previous page until the next one is there. Default true. */
  readonly keep?: boolean
}

/** The address of an answer in the cache. */
export const queryKey = (key: OperationKey, input?: object) => (input === undefined ? [key] : [key, input])

/** An answer to show: `useCall('GET /matters', { query: { status } })` → `{ data, error, isPending, refetch }`. */
export function useCall<K extends OperationKey>(key: K, input: CallInput<K>, options: UseCallOptions = {}) {
  const { enabled = true, poll = false, keep = true } = options
  return useQuery<Answer<K>, CallError>({
    queryKey: queryKey(key, input),
    queryFn: ({ signal }) => call(key, input, { signal }),
    enabled,
    ...(poll && { refetchInterval: 1_500, staleTime: 0 }),
    ...(keep && { placeholderData: keepPreviousData }),
  })
}

export interface UseActionOptions<K extends OperationKey> {
  /** Which answers are out of date afterwards. Default: all of them. */
  readonly invalidates?: readonly OperationKey[]
  readonly onDone?: (answer: Answer<K>, input: CallInput<K>) => void
  readonly onFail?: (error: CallError) => void
}

/** An action that changes a record as it was seen. */
export interface UseChangeOptions extends ChangeOptions {
  /** `isSaved` is false where the person chose what another member had saved. */
  readonly onDone?: (isSaved: boolean) => void
  readonly onFail?: (error: CallError) => void
}

/** An action: `const save = useAction('PATCH /matters/{id}')`, then `save.mutate({ params, body })`. */
export function useAction<K extends OperationKey>(key: K, { invalidates, onDone, onFail }: UseActionOptions<K> = {}) {
  return useMutation<Answer<K>, CallError, CallInput<K>>({
    mutationFn: (input) => call(key, input),
    onSuccess: (answer, input) => {
      void refresh(invalidates)
      onDone?.(answer, input)
    },
    onError: (error) => onFail?.(error),
  })
}

/** The same for a change, which asks when another member changed the record in the meantime. */
export function useChange<K extends ChangeKey>(key: K, { onDone, onFail, ...how }: UseChangeOptions) {
  return useMutation<{ readonly saved: unknown }, CallError, CallInput<K>>({
    mutationFn: (input) => change(key, input, how),
    onSuccess: ({ saved }) => {
      void refresh()
      onDone?.(saved !== null)
    },
    onError: (error) => onFail?.(error),
  })
}

/** Ask again for what is on the screen, and forget the rest. */
export async function refresh(keys?: readonly OperationKey[]) {
  if (!keys) return queryClient.invalidateQueries()
  await Promise.all(keys.map((key) => queryClient.invalidateQueries({ queryKey: [key] })))
}

/** The same after a record was deleted, which itself is asked for no more. */
export async function refreshWithout(key: OperationKey, id: number | string) {
  const isGone = ({ queryKey: [of, input] }: { readonly queryKey: readonly unknown[] }) =>
    of === key && String((input as { params?: { id?: unknown } } | undefined)?.params?.id) === String(id)
  queryClient.removeQueries({ predicate: isGone, type: 'inactive' })
  await queryClient.invalidateQueries({ predicate: (query) => !isGone(query) })
}

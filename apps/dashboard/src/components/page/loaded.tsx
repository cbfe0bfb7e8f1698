import type { ReactNode } from 'react'
import type { CallError } from '../../api/call-error.ts'
import { ErrorPanel } from './error-panel.tsx'
import { NotFound } from './not-found.tsx'
import { Skeleton } from './skeleton.tsx'

export interface LoadedProps<T> {
  readonly query: {
    readonly data: T | undefined
    readonly error: CallError | null
    refetch(): Promise<unknown>
  }
  /** The kind of record, for the page after a 404: "matter". */
  readonly what?: string
  /** Lines of the skeleton. Default 8. */
  readonly lines?: number
  readonly children: (data: T) => ReactNode
}

/** Shows loaded data, a skeleton or an error. If a later request fails, the data stays and the banner reports the error. */
export function Loaded<T>({ query: { data, error, refetch }, what, lines = 8, children }: LoadedProps<T>) {
  if (what !== undefined && error?.status === 404) return <NotFound what={what} />
  if (data !== undefined) return <>{children(data)}</>
  if (error) return <ErrorPanel error={error} onRetry={() => void refetch()} />
  return <Skeleton lines={lines} />
}

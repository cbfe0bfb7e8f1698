import type { Sealer } from '@matterbase/db'
import type { Counting } from '@matterbase/domain'
import type { Caller } from '../http/access/caller.ts'
import { ApiError } from '../http/errors/api-error.ts'

export interface ResourceDeps {
  readonly sealer: Sealer
  /** Whether webhook endpoints may use http and private addresses. */
  readonly allowPrivate: boolean
  /** How far the records of a list are counted for its total. Default: that of `total.ts`. */
  readonly counting?: Counting | undefined
  /** How many bytes of records a page may have. Default: that of the domain. */
  readonly pageBytes?: number | undefined
}

export interface CommandLineDeps extends ResourceDeps {
  /** Where callers reach the service, without a trailing slash. */
  readonly publicUrl: string
  /** Ends the waiting of those who wait. Default: never. */
  readonly stopping?: AbortSignal | undefined
}

/** @throws ApiError not_found in a live workspace, where nothing is tried out. */
export function requireTestWorkspace({ environment }: Caller): void {
  if (environment !== 'test')
    throw new ApiError('not_found', 'This is for test workspaces only: use a key that begins with mb_test_')
}

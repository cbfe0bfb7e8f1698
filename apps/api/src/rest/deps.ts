import type { Build } from '@matterbase/config'
import type { Sealer } from '@matterbase/db'
import type { Counting } from '@matterbase/domain'
import type { Drawings } from '../drawing/drawings.ts'
import type { Caller } from '../http/access/caller.ts'
import { ApiError } from '../http/errors/api-error.ts'

export interface ResourceDeps {
  readonly build: Build
  /** Draws invoices. */
  readonly drawings: Drawings
  readonly sealer: Sealer
  /** True if webhook endpoints may use http and private addresses. */
  readonly allowPrivate: boolean
  /** The limit for counting the records of a list. Default: the limit of the domain. */
  readonly counting?: Counting | undefined
  /** The most bytes of records in a page. Default: the limit of the domain. */
  readonly pageBytes?: number | undefined
}

export interface CommandLineDeps extends ResourceDeps {
  /** The URL of the service for callers, without a trailing slash. */
  readonly publicUrl: string
  /** Ends long polls when the server stops. Default: never. */
  readonly stopping?: AbortSignal | undefined
}

/** @throws ApiError not_found in a live workspace. */
export function requireTestWorkspace({ environment }: Caller): void {
  if (environment !== 'test')
    throw new ApiError('not_found', 'This is for test workspaces only: use a key that begins with mb_test_')
}

import type { Db } from '@matterbase/db'
import type { Drawings } from '../drawing/drawings.ts'
import type { SessionCookie } from '../http/browser/cookie.ts'
import type { PerformOptions } from '../http/operations/perform.ts'
import type { Enter } from './session/session-gate.ts'

export interface DashDeps extends PerformOptions {
  readonly db: Db
  /** Whether webhook endpoints may use http and private addresses. */
  readonly allowPrivate: boolean
  /** Where browsers reach the service, without a trailing slash. */
  readonly publicUrl: string
  /** Whether others than this machine reach it without https. */
  readonly isExposed: boolean
  readonly cookie: SessionCookie
  readonly drawings: Drawings
}

/** What works in one workspace reaches the database through its context or `enter` only, where it waits for its turn. */
export interface WorkspaceDeps extends Omit<DashDeps, 'db'> {
  readonly enter: Enter
}

import type { Db, Requester, Sql } from '@matterbase/db'
import type { Drawings } from '../drawing/drawings.ts'
import type { AuthFailures } from '../http/access/auth-failures.ts'
import type { RateLimiter, RequestLimiter } from '../http/access/rate-limit.ts'
import type { SessionCookie } from '../http/browser/cookie.ts'
import type { PerformOptions } from '../http/operations/perform.ts'
import type { Enter } from './access/session/session-gate.ts'

export interface DashDeps extends PerformOptions {
  readonly db: Db
  /** Whether webhook endpoints may use http and private addresses. */
  readonly allowPrivate: boolean
  /** Whether the worker can send e-mail. */
  readonly canMail: boolean
  /** Where browsers reach the service, without a trailing slash. */
  readonly publicUrl: string
  /** Whether others than this machine reach it without https. */
  readonly isUnencrypted: boolean
  readonly cookie: SessionCookie
  readonly drawings: Drawings
  /** Counts requests by account. */
  readonly rateLimiter: RequestLimiter
  /** Counts what one address asks without a session. */
  readonly visitLimiter: RateLimiter
  /** Counts the cookies that are no session's. */
  readonly wrongCookies: AuthFailures
}

/** What works in one workspace reaches the database through its context or `enter` only, where it waits for its turn. */
export interface WorkspaceDeps extends Omit<DashDeps, 'db'> {
  readonly enter: Enter
  /** Reads a replica as it was at one moment, with all that was answered before. Undefined where there is none. */
  readonly replica:
    | (<T>(ownerUuid: string, work: (sql: Sql) => Promise<T>, requester: Requester) => Promise<T>)
    | undefined
}

import type { Db, Requester, Sql } from '@matterbase/db'
import type { Drawings } from '../drawing/drawings.ts'
import type { AuthFailures } from '../http/access/auth-failures.ts'
import type { RateLimiter, RequestLimiter } from '../http/access/rate-limit.ts'
import type { SessionCookie } from '../http/browser/cookie.ts'
import type { PerformOptions } from '../http/operations/perform.ts'
import type { Admit } from './access/session/session-gate.ts'

export interface DashDeps extends PerformOptions {
  readonly db: Db
  /** True if webhook endpoints may use HTTP and private addresses. */
  readonly allowPrivate: boolean
  /** True if the worker can send email. */
  readonly canMail: boolean
  /** The URL of the service for browsers, without a trailing slash. */
  readonly publicUrl: string
  /** True if other machines reach the service without HTTPS. */
  readonly isUnencrypted: boolean
  readonly cookie: SessionCookie
  readonly drawings: Drawings
  /** Counts requests by account. */
  readonly rateLimiter: RequestLimiter
  /** Counts the requests without a session by address. */
  readonly visitLimiter: RateLimiter
  /** Counts the cookies without a session. */
  readonly wrongCookies: AuthFailures
}

/** Handlers of a workspace reach the database through their context or `admit` only, which queues them. */
export interface WorkspaceDeps extends Omit<DashDeps, 'db'> {
  readonly admit: Admit
  /** Reads a snapshot of a replica that contains all answered writes. Undefined without a replica. */
  readonly replica:
    | (<T>(ownerUuid: string, work: (sql: Sql) => Promise<T>, requester: Requester) => Promise<T>)
    | undefined
}

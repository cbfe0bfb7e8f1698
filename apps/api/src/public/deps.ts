import type { Db } from '@matterbase/db'
import type { RateLimiter } from '../http/access/rate-limit.ts'

export interface PublicDeps {
  readonly db: Db
  /** Counts what is sent from one address. */
  readonly formLimiter: RateLimiter
  /** Where browsers reach the service. */
  readonly publicUrl: string
}

import type { Db, Sealer } from '@matterbase/db'
import type { Drawings } from '../drawing/drawings.ts'
import type { RateLimiter } from '../http/access/rate-limit.ts'

export interface PublicDeps {
  readonly db: Db
  /** Counts what is sent from one address. */
  readonly formLimiter: RateLimiter
  readonly drawings: Drawings
  readonly sealer: Sealer
  /** Whether the worker can send email: then a code goes to the signer of a document. */
  readonly canMail: boolean
  /** Where browsers reach the service. */
  readonly publicUrl: string
}

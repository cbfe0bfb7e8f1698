import type { Db, Sealer } from '@matterbase/db'
import type { Drawings } from '../drawing/drawings.ts'
import type { RateLimiter } from '../http/access/rate-limit.ts'

export interface PublicDeps {
  readonly db: Db
  /** Counts forms and visits by address. */
  readonly formLimiter: RateLimiter
  readonly drawings: Drawings
  readonly sealer: Sealer
  /** True if the worker can send email. Signers then need a code. */
  readonly canMail: boolean
  /** The URL of the service for browsers. */
  readonly publicUrl: string
}

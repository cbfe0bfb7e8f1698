import type { RateTier } from '@matterbase/db'
import type { Actor, ByKey, ByUser, History } from '@matterbase/domain'
import type { Scope } from '@matterbase/schemas'

/** Who sends a request: an API key, or a user who is signed in to the dashboard. */
export interface Caller extends Actor {
  /** The highest rate tier that a key of the account may have. */
  readonly maxTier: RateTier
  /** Whether the account stores more than it may. */
  readonly isFull: boolean
  /** Whether the user still has to set up the two-factor authentication that the account requires. */
  readonly lacksTwoFactor?: boolean
  /** Of the workspace, where an API key reads it. */
  readonly history?: History
  readonly key?: CallerKey
  readonly user?: CallerUser
}

interface CallerKey extends ByKey {
  readonly scopes: readonly Scope[]
  readonly rateTier: RateTier
}

export interface CallerUser extends ByUser {
  readonly name: string
  /** SHA-256 of the session's cookie: the session's id in the database. */
  readonly sessionHash: Uint8Array<ArrayBuffer>
  /** The hash of the token by which the browser may be known. */
  readonly device: Uint8Array | undefined
  /** Gives the browser the session's new token with the answer. */
  readonly replaceToken: (token: string) => void
}

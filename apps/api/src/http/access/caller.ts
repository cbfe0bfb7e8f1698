import type { RateTier } from '@matterbase/db'
import type { Actor, ByKey, ByUser, History } from '@matterbase/domain'
import type { Scope } from '@matterbase/schemas'

/** The sender of a request: an API key, or a user who is signed in to the dashboard. */
export interface Caller extends Actor {
  /** The highest rate tier that a key of the account may have. */
  readonly maxTier: RateTier
  /** True if the account exceeds its storage limit. */
  readonly isFull: boolean
  /** True if the user has not set up the two-factor authentication that the account requires. */
  readonly lacksTwoFactor?: boolean
  /** The history of the workspace. Only for API keys. */
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
  /** SHA-256 of the session cookie, which is the ID of the session in the database. */
  readonly sessionHash: Uint8Array<ArrayBuffer>
  /** Hash of the token that identifies a known browser. */
  readonly device: Uint8Array | undefined
  /** Sends the new token of the session with the response. */
  readonly replaceToken: (token: string) => void
}

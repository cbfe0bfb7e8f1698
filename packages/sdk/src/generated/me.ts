// Generated from the contract. `npx pnpm@12 generate` writes it again.

/**
 * Every scope, for select boxes and checks at run time. A permission of an API key. A write scope does not include the
 * read scope.
 */
export const scopes = [
  'matters:read',
  'matters:write',
  'clients:read',
  'clients:write',
  'leads:read',
  'leads:write',
  'invoices:read',
  'documents:read',
  'webhooks:write',
  'users:read',
  'external_records:write',
] as const

/** One of `scopes`. */
export type Scope = (typeof scopes)[number]

/** The API key of this request, its workspace and its account. */
export interface Me {
  /** API key of this request. */
  key: {
    /** ID of the API key. */
    id: number
    /** Name of the API key, as its creator chose it. */
    name: string
    /** Workspace of the API key: `live` has the data of the firm, `test` has data to try things out. */
    environment: 'live' | 'test'
    /** Scopes of the API key. */
    scopes: Scope[]
    /** Rate limit of the API key: `free` 100 requests a minute, `pro` 1,000, `enterprise` unlimited. */
    rate_tier: 'free' | 'pro' | 'enterprise'
    /**
     * ID of the member of the account that the API key acts for. New time entries and expenses without a `user_id` get
     * this member. Null if the key acts for no member.
     */
    acts_for: string | null
  }
  /** Workspace of the API key. */
  workspace: {
    /**
     * Sync epoch of the workspace. It changes when the server is restored from a backup or the sample data is reset. If
     * it changes, build your copy of the records again.
     */
    epoch: string
  }
  /** ID of the account that the API key belongs to. */
  owner_uuid: string
}

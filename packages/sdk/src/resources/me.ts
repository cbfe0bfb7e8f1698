/** All scopes of API keys, for checks at run time. */
export const scopes = [
  'matters:read',
  'matters:write',
  'clients:read',
  'clients:write',
  'leads:read',
  'leads:write',
  'invoices:read',
  'webhooks:write',
] as const

/** One of `scopes`. */
export type Scope = (typeof scopes)[number]

/** The API key in use and its workspace. */
export interface Me {
  /** The API key in use. */
  key: {
    /** ID, assigned by the server. */
    id: number
    /** Name of the API key in the dashboard. */
    name: string
    /** Live or test workspace. */
    environment: 'live' | 'test'
    /** Scopes of the API key. */
    scopes: Scope[]
    /** Rate limit: `free` has 100 requests per minute, `pro` 1,000, `enterprise` no limit. */
    rate_tier: 'free' | 'pro' | 'enterprise'
    /** ID of the member that the API key acts for, or null. New time entries and expenses without a `user_id` belong to this member. */
    acts_for: string | null
  }
  /** The workspace of the API key. */
  workspace: {
    /** Sync epoch, a UUID. It changes when the server is restored or the sample data is reset. */
    epoch: string
  }
  /** UUID of the account. */
  owner_uuid: string
}

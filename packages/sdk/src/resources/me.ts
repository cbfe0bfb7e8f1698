/** Every scope a key can have, for checks at run time. */
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

/** Who the key in use belongs to and what it may do. */
export interface Me {
  /** The key in use. */
  key: {
    /** Given by the service. */
    id: number
    /** As it was named in the dashboard. */
    name: string
    /** The workspace it belongs to. */
    environment: 'live' | 'test'
    /** What it may do. */
    scopes: Scope[]
    /** `free`: 100 requests a minute; `pro`: 1,000; `enterprise`: no limit. */
    rate_tier: 'free' | 'pro' | 'enterprise'
  }
  /** uuid of the account */
  owner_uuid: string
}

export type Scope =
  | 'matters:read'
  | 'matters:write'
  | 'clients:read'
  | 'clients:write'
  | 'leads:read'
  | 'leads:write'
  | 'invoices:read'
  | 'webhooks:write'

/** Who the key in use belongs to and what it may do. */
export interface Me {
  key: {
    id: number
    name: string
    environment: 'live' | 'test'
    scopes: Scope[]
    rate_tier: 'free' | 'pro' | 'enterprise'
  }
  owner_uuid: string
}

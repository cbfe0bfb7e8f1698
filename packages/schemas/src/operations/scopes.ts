/** The scopes of API keys (specification §5). Write does not include read. */
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

export type Scope = (typeof scopes)[number]

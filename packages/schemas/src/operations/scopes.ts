/** What an API key can be allowed to do (specification §5). Writing does not imply reading. */
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

export type Scope = (typeof scopes)[number]

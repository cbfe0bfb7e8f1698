import type { Scope } from '@matterbase/schemas'
import { useSession } from '../api/session.ts'

/** What a key can be allowed, as it is shown: one line for each kind of record. */
export const scopeRows = [
  { label: 'Matters and time', read: 'matters:read', write: 'matters:write' },
  { label: 'Clients', read: 'clients:read', write: 'clients:write' },
  { label: 'Leads', read: 'leads:read', write: 'leads:write' },
  { label: 'Invoices', read: 'invoices:read', write: undefined },
  { label: 'Webhooks', read: undefined, write: 'webhooks:write' },
] as const satisfies readonly { label: string; read: Scope | undefined; write: Scope | undefined }[]

export const allScopes: readonly Scope[] = scopeRows.flatMap(({ read, write }) =>
  [read, write].filter((scope) => scope !== undefined),
)

/** `All scopes`, or their names. */
export const describeScopes = (scopes: readonly string[]) =>
  allScopes.every((scope) => scopes.includes(scope)) ? 'All scopes' : scopes.join(', ')

/** Whether the user can make a key with these scopes. */
export function useIsGrantable(): (scopes: readonly string[]) => boolean {
  const grantable: readonly string[] = useSession().grantable_scopes
  return (scopes) => scopes.every((scope) => grantable.includes(scope))
}

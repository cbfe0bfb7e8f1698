import type { Scope } from '@matterbase/schemas'
import { choices } from 'virtual:operations'
import { useSession } from '../../api/session.ts'

type SubjectOf<S> = S extends `${infer Name}:${string}` ? Name : never

const labels = {
  matters: 'Matters and time',
  clients: 'Clients',
  leads: 'Leads',
  invoices: 'Invoices',
  documents: 'Documents',
  webhooks: 'Webhooks',
  users: 'Users',
  external_records: 'External records',
} as const satisfies Readonly<Record<SubjectOf<Scope>, string>>

export const allScopes: readonly Scope[] = choices.scope

/** The scopes in a row for each kind of record. */
export const scopeRows = Object.entries(labels).map(([name, label]) => ({
  label,
  read: allScopes.find((scope) => scope === `${name}:read`),
  write: allScopes.find((scope) => scope === `${name}:write`),
}))

/** `All scopes`, or their names. */
export const describeScopes = (scopes: readonly string[]) =>
  allScopes.every((scope) => scopes.includes(scope)) ? 'All scopes' : scopes.join(', ')

/** True if the user can create a key with these scopes. */
export function useIsGrantable(): (scopes: readonly string[]) => boolean {
  const grantable: readonly string[] = useSession().grantable_scopes
  return (scopes) => scopes.every((scope) => grantable.includes(scope))
}

import { scopes } from '../../operations/scopes.ts'
import type { Scope } from '../../operations/scopes.ts'
import type { UserRole } from '../../resources/users.ts'

/** The permissions of signed-in users: the scopes of API keys, and permissions of the dashboard only. */
export const permissions = [
  ...scopes,
  'invoices:write',
  'leads:manage',
  'documents:write',
  'timer',
  'keys:read',
  'keys:write',
  'logs:read',
  'members:write',
  'audit:read',
  'settings:write',
] as const

export type Permission = (typeof permissions)[number]

const reading = ['matters:read', 'clients:read', 'leads:read', 'invoices:read', 'documents:read', 'users:read'] as const

/** The roles a member of an account can have, and what each may do. */
export const roles = {
  owner: permissions,
  lawyer: [
    ...reading,
    'matters:write',
    'clients:write',
    'leads:write',
    'leads:manage',
    'invoices:write',
    'external_records:write',
    'documents:write',
    'timer',
  ],
  developer: ['webhooks:write', 'keys:read', 'keys:write', 'logs:read'],
  'read-only': reading,
} as const satisfies Readonly<Record<UserRole, readonly Permission[]>>

export type Role = keyof typeof roles

export const roleNames = Object.keys(roles) as [Role, ...Role[]]

/**
 * The scopes that a user can give to an API key: their own permissions, because a scope is the permission of the same
 * name.
 */
export const grantableScopes = (held: readonly Permission[]): Scope[] => scopes.filter((scope) => held.includes(scope))

/**
 * True if members with the role `by` can give the role `role`. A role with more permissions than their own is not
 * allowed.
 */
export const mayGiveRole = (by: Role, role: Role): boolean => {
  const held: readonly Permission[] = roles[by]
  return held.includes('members:write') && roles[role].every((permission) => held.includes(permission))
}

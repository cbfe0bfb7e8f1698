import type { Environment, Sql } from '@matterbase/db'
import { permissions } from '@matterbase/schemas'
import type { Permission, Role } from '@matterbase/schemas'
import { recordAudit } from '../tx/audit.ts'
import type { AuditedAction } from '../tx/audit.ts'
import { RefusedError } from './refused.ts'

export interface Workspace {
  readonly workspaceId: number
  readonly ownerUuid: string
  readonly environment: Environment
}

/** Who does something to an account, and what they may do there. */
export interface AccountActor {
  readonly ownerUuid: string
  readonly permissions: readonly Permission[]
  readonly by: ByKey | ByUser | ByEntrant | ByVisitor | BySystem
}

/** Who does something, in which workspace, and what they may do there. */
export interface Actor extends Workspace, AccountActor {}

/** The client of a request. */
export interface Visitor {
  readonly ip: string
  readonly userAgent: string | undefined
}

export interface ByKey extends Partial<Visitor> {
  readonly kind: 'key'
  readonly id: number
  readonly name: string
  /** The member whose time it is where a request names no one. */
  readonly actsFor?: string | null
}

export interface ByUser extends Visitor {
  readonly kind: 'user'
  readonly id: string
  readonly email: string
  readonly role: Role
  /** When the password was last typed. */
  readonly authenticatedAt: Date
}

/** A user who signs in or out, or tries to. */
interface ByEntrant extends Visitor {
  readonly kind: 'entrant'
  readonly userId: string
  readonly email: string
}

/**
 * A person without a session. The audit log names what they came by, and never an email address: another person typed
 * that one, and it can be a member's.
 */
interface ByVisitor extends Visitor {
  readonly kind: 'visitor'
  readonly by: 'intake form' | `signer of document ${number}, link` | `signer of document ${number}, link and code`
}

/** The command line, or the worker. */
interface BySystem {
  readonly kind: 'system'
  /** The action in the audit log. Default: no entry. */
  readonly name?: string
}

/** The service itself in a workspace: it may do everything. */
export const systemActor = (workspace: Workspace): Actor => ({
  ...workspace,
  permissions,
  by: { kind: 'system' },
})

export const isAllowed = ({ permissions }: Pick<AccountActor, 'permissions'>, needed: string): boolean =>
  permissions.some((held) => held === needed)

/** @throws RefusedError insufficient_scope. */
export function requirePermission({ permissions, by }: Pick<AccountActor, 'permissions' | 'by'>, needed: string): void {
  if (isAllowed({ permissions }, needed)) return
  if (by.kind === 'key')
    throw new RefusedError(
      'insufficient_scope',
      `This API key is missing the scope ${needed}. Use an API key that has it (Developers → API keys).`,
      { scope: needed },
    )
  const role = by.kind === 'user' ? by.role : ''
  throw new RefusedError(
    'insufficient_scope',
    `Your role ${role} does not include ${needed}. Ask an owner of your account to do this, or to change your role.`,
  )
}

const tenMinutes = 600_000

/**
 * For what a borrowed browser must not do: live keys, secrets, the second factor, members, exports.
 * @throws RefusedError password_needed when a user typed the password more than 10 minutes ago.
 */
export function requireRecentPassword({ by }: Pick<AccountActor, 'by'>): void {
  if (by.kind !== 'user' || Date.now() - by.authenticatedAt.getTime() < tenMinutes) return
  throw new RefusedError(
    'password_needed',
    'You last typed your password more than 10 minutes ago. Type it again to do this.',
  )
}

/** The user who is signed in. @throws Error for other actors, whom an adapter does not let in there. */
export function requireUser({ by }: Pick<AccountActor, 'by'>): ByUser {
  if (by.kind !== 'user') throw new Error('Only for a user who is signed in')
  return by
}

export type Noted = Pick<AuditedAction, 'action' | 'environment' | 'target' | 'details'>

/** The display name of an object in the audit log, with its ID, because names repeat and change. */
export const named = ({ name, id }: { readonly name: string; readonly id: number }) => `${name} (${id})`

/** Writes an entry in the account's audit log. Not for the service itself, which acts for the operator. */
export async function noteAction(sql: Sql, { ownerUuid, by }: Pick<AccountActor, 'ownerUuid' | 'by'>, what: Noted) {
  const actor = actorName(by)
  const userId = by.kind === 'user' ? by.id : by.kind === 'entrant' ? by.userId : undefined
  const from = by.kind === 'system' ? {} : { ip: by.ip, userAgent: by.userAgent }
  if (actor !== undefined) await recordAudit(sql, { ownerUuid, actor, userId, ...from, ...what })
}

/** Only a user or an entrant is named by an email address. */
function actorName(by: AccountActor['by']): string | undefined {
  if (by.kind === 'user' || by.kind === 'entrant') return by.email
  if (by.kind === 'key') return `API key ${named(by)}`
  return by.kind === 'visitor' ? by.by : by.name
}

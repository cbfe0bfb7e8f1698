import { recordAudit } from '@matterbase/domain'
import type { Sql } from '@matterbase/db'
import type { Caller } from '../../http/operations/context.ts'

export interface Audited {
  /** Such as `key.created`. */
  readonly action: string
  /** What it was done to, as people call it. */
  readonly target?: string
  /** What changed; never a secret. */
  readonly details?: object
}

/** Notes in the account's audit log what a signed-in caller did in a workspace. */
export function audit(sql: Sql, caller: Caller, what: Audited): Promise<void> {
  return note(sql, caller, { ...what, environment: caller.environment })
}

/** The same for what concerns the account itself, such as its members. */
export function auditAccount(sql: Sql, caller: Caller, what: Audited): Promise<void> {
  return note(sql, caller, what)
}

type InWorkspace = Audited & Partial<Pick<Caller, 'environment'>>

async function note(sql: Sql, { ownerUuid, user }: Caller, what: InWorkspace): Promise<void> {
  if (!user) return
  const { id: userId, email: actor, ip, userAgent } = user
  await recordAudit(sql, { ownerUuid, userId, actor, ip, userAgent, ...what })
}

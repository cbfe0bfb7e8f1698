import { recordAudit } from '@matterbase/db'
import type { Sql } from '@matterbase/db'
import type { Caller } from '../http/context.ts'

export interface Audited {
  /** Such as `key.created`. */
  readonly action: string
  /** What it was done to, as people call it. */
  readonly target?: string
  /** What changed; never a secret. */
  readonly details?: object
}

/** Notes in the account's audit log what a signed-in caller did. */
export async function audit(sql: Sql, { ownerUuid, environment, user }: Caller, what: Audited): Promise<void> {
  if (!user) return
  const { id: userId, email: actor, ip, userAgent } = user
  await recordAudit(sql, { ownerUuid, environment, userId, actor, ip, userAgent, ...what })
}

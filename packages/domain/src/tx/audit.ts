import type { Environment, Sql } from '@matterbase/db'

/** Something that somebody did in an account. */
export interface AuditedAction {
  readonly ownerUuid: string
  /** Such as `key.created`. */
  readonly action: string
  /** Who, as people call them: an email address, `API key CRM (7)` or `command line`. */
  readonly actor: string
  readonly userId?: string | undefined
  readonly environment?: Environment | undefined
  /** What it was done to, as people call it. */
  readonly target?: string | undefined
  /** What changed; never a secret. */
  readonly details?: object | undefined
  readonly ip?: string | undefined
  readonly userAgent?: string | undefined
}

/** Adds an entry to the account's audit log; inside the transaction of what it tells of, where there is one. */
export async function recordAudit(sql: Sql, entry: AuditedAction): Promise<void> {
  const { ownerUuid, action, actor, userId, environment, target, details = {}, ip, userAgent } = entry
  await sql.run`
    INSERT INTO audit_entries (owner_uuid, environment, user_id, actor, action, target, details, ip, user_agent)
    VALUES (${ownerUuid}::text::uuid, ${environment ?? null}::text::"Environment", ${userId ?? null}::text::uuid, ${actor}, ${action},
            ${target ?? null}, ${JSON.stringify(details)}::text::jsonb, ${ip ?? null}, ${userAgent ?? null})`
}

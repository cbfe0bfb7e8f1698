import type { Environment, Sql } from '@matterbase/db'
import { cutText } from '@matterbase/schemas/cut-text'

/** An entry of the audit log. */
export interface AuditedAction {
  readonly ownerUuid: string
  /** Such as `key.created`. */
  readonly action: string
  /** Who, as people call them: an email address, `API key CRM (7)` or `command line`. */
  readonly actor: string
  readonly userId?: string | undefined
  readonly environment?: Environment | undefined
  /** The display name of the changed object. */
  readonly target?: string | undefined
  /** The changes, without secrets. */
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
            ${target === undefined ? null : cutText(target, mostTarget)}, ${boundedDetails(details)}::text::jsonb, ${ip ?? null}, ${userAgent ?? null})`
}

// Entries stay for good, and a caller can fill them: with recipients, filters, names.
const mostTarget = 512
const mostDetails = 16 * 1024

/** As JSON text; of what is longer, its beginning as a string. */
function boundedDetails(details: object): string {
  const json = JSON.stringify(details)
  return json.length <= mostDetails
    ? json
    : JSON.stringify({ shortened: json.slice(0, mostDetails / 2).toWellFormed() })
}

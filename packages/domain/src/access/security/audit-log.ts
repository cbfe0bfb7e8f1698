import { bigint, jsonOf, orNull, Prisma, text } from '@matterbase/db'
import type { Sql } from '@matterbase/db'
import type { Listing } from '../../core/records/lists/list.ts'

export interface AuditFilters {
  readonly action?: string | undefined
  readonly actor?: string | undefined
}

/**
 * Earlier versions named a signer by the email address that the firm had typed. The address can be a member's, and a
 * member does not sign as a user.
 */
const actorOfEntry = Prisma.sql`CASE
  WHEN user_id IS NULL AND action IN ('document.signed', 'document.declined') AND actor LIKE '%@%' THEN 'signer of ' || coalesce(target, 'a document') || ', link'
  ELSE actor END`

const json = jsonOf({
  id: 'plain',
  at: 'timestamp',
  environment: 'plain',
  actor: { counted: actorOfEntry },
  action: 'plain',
  target: 'plain',
  details: 'plain',
  ip: 'plain',
  user_agent: 'plain',
})

/** The entries of an account's audit log that filters select, newest first. */
export function auditListing(ownerUuid: string, filters: AuditFilters): Listing {
  const conditions = auditConditions(ownerUuid, filters)
  return { table: Prisma.sql`audit_entries`, json, id: 'id', idType: 'bigint', conditions, sort: '-id' }
}

/** `action` is a whole name, or the part before the dot. */
function auditConditions(ownerUuid: string, { action, actor }: AuditFilters): Prisma.Sql[] {
  return [
    Prisma.sql`owner_uuid = ${ownerUuid}::text::uuid`,
    ...(action === undefined ? [] : [Prisma.sql`(action = ${action} OR starts_with(action, ${`${action}.`}))`]),
    ...(actor === undefined ? [] : [Prisma.sql`${actorOfEntry} IN (${actor.trim()}, ${actor.trim().toLowerCase()})`]),
  ]
}

/** The next entries before an ID, newest first, for an export. */
export const readAuditEntries = (sql: Sql, ownerUuid: string, filters: AuditFilters, { before, limit }: AuditPage) =>
  sql.rows({
    id: bigint,
    at: text,
    environment: orNull(text),
    actor: text,
    action: text,
    target: orNull(text),
    details: text,
    ip: orNull(text),
    user_agent: orNull(text),
  })`
    SELECT id, to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS at, environment::text, ${actorOfEntry} AS actor, action,
           target, details::text, ip, user_agent
    FROM audit_entries WHERE ${Prisma.join(auditConditions(ownerUuid, filters), ' AND ')}
      AND (${before}::bigint IS NULL OR id < ${before}::bigint)
    ORDER BY id DESC LIMIT ${limit}`

interface AuditPage {
  /** Null for the newest entries. */
  readonly before: bigint | null
  readonly limit: number
}

import { jsonOf, Prisma } from '@matterbase/db'
import type { Listing } from '@matterbase/domain'
import type { AccountContract } from '@matterbase/schemas'
import type { Handlers } from '../../../http/operations/context.ts'
import { listPage } from '../../../records/list.ts'
import type { DashDeps } from '../../deps.ts'

export interface AuditFilters {
  readonly action?: string | undefined
  readonly actor?: string | undefined
}

export const audit = ({ sealer }: DashDeps): Handlers<AccountContract['audit']> => ({
  async list({ query }, { caller: { ownerUuid }, sql }) {
    const page = { sql, sealer, scope: `lists/${ownerUuid}/audit`, endsEarly: true, member: 'data' as const }
    const { offset: _alwaysZero, ...answer } = await listPage(page, query, (given) => auditListing(ownerUuid, given))
    return answer
  },
})

/**
 * Who it was. Earlier versions named a signer by the email address that the firm had typed, which can be a member's; a
 * member signs nothing as a user.
 */
export const actorOfEntry = Prisma.sql`CASE
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

function auditListing(ownerUuid: string, filters: AuditFilters): Listing {
  const conditions = auditConditions(ownerUuid, filters)
  return { table: Prisma.sql`audit_entries`, json, id: 'id', idType: 'bigint', conditions, sort: '-id' }
}

/** An action is narrowed by its whole name, or by what stands before the dot. */
export function auditConditions(ownerUuid: string, { action, actor }: AuditFilters): Prisma.Sql[] {
  return [
    Prisma.sql`owner_uuid = ${ownerUuid}::text::uuid`,
    ...(action === undefined ? [] : [Prisma.sql`(action = ${action} OR starts_with(action, ${`${action}.`}))`]),
    ...(actor === undefined ? [] : [Prisma.sql`${actorOfEntry} IN (${actor.trim()}, ${actor.trim().toLowerCase()})`]),
  ]
}

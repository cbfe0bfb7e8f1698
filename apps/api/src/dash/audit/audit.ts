import { jsonOf, Prisma } from '@matterbase/db'
import type { Listing } from '@matterbase/domain'
import type { AccountContract } from '@matterbase/schemas'
import type { Handlers } from '../../http/operations/context.ts'
import { listPage } from '../../records/list.ts'
import type { DashDeps } from '../deps.ts'

export interface AuditFilters {
  readonly action?: string | undefined
  readonly actor?: string | undefined
}

export const audit = ({ sealer }: DashDeps): Handlers<AccountContract['audit']> => ({
  async list({ query }, { caller: { ownerUuid }, sql }) {
    const page = { sql, sealer, scope: `lists/${ownerUuid}/audit`, member: 'data' as const }
    const { offset: _alwaysZero, ...answer } = await listPage(page, query, (given) => auditListing(ownerUuid, given))
    return answer
  },
})

const json = jsonOf({
  id: 'plain',
  at: 'timestamp',
  environment: 'plain',
  actor: 'plain',
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
    ...(actor === undefined ? [] : [Prisma.sql`actor IN (${actor.trim()}, ${actor.trim().toLowerCase()})`]),
  ]
}

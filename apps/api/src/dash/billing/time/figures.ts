import { float, Prisma } from '@matterbase/db'
import { sumsOf, unbilledTime } from '@matterbase/domain'
import { netAmount, openAmount } from '@matterbase/domain/payments'
import type { DashContract, Input } from '@matterbase/schemas'
import type { Context } from '../../../http/operations/context.ts'

type Query = Input<DashContract['timer']['figures']>['query']

/** What a matter or client has come to; without either, the whole workspace. */
export async function figures({ query }: Input<DashContract['timer']['figures']>, { caller, sql }: Context) {
  const { workspaceId, permissions } = caller
  const [time] = await sql.rows({ hours: float })`
    SELECT coalesce(sum(duration), 0)::float8 AS hours FROM time_entries
    WHERE workspace_id = ${workspaceId} AND deleted_at IS NULL AND ${ofQuery(query, 'client_id')}`
  const areBilled = Prisma.sql`workspace_id = ${workspaceId} AND deleted_at IS NULL
    AND status NOT IN ('draft', 'cancelled') AND ${ofQuery(query, 'client_user_id')}`
  return {
    hours: time?.hours ?? 0,
    unbilled: await unbilledTime(sql, workspaceId, query),
    billed: permissions.includes('invoices:read')
      ? {
          sums: await sumsOf(sql, netAmount, areBilled),
          outstanding: await sumsOf(sql, openAmount, Prisma.sql`${areBilled} AND status <> 'paid'`),
        }
      : null,
  }
}

function ofQuery({ case_id: matter, client_id: client }: Query, column: 'client_id' | 'client_user_id'): Prisma.Sql {
  const parts = [
    ...(matter === undefined ? [] : [Prisma.sql`case_id = ${matter}`]),
    ...(client === undefined ? [] : [Prisma.sql`${Prisma.raw(column)} = ${client}`]),
  ]
  return parts.length === 0 ? Prisma.sql`TRUE` : Prisma.join(parts, ' AND ')
}

import { jsonOf, Prisma, text } from '@matterbase/db'
import type { Sql } from '@matterbase/db'
import type { Contract, Input } from '@matterbase/schemas'
import { emailSpellings } from '../../core/records/lists/email-spellings.ts'
import { shown } from '../../core/records/lists/shown.ts'
import type { Showing } from '../../core/records/lists/shown.ts'
import type { Listing } from '../../core/records/lists/list.ts'
import { userColumns, usersOf } from '../../core/records/table/users.ts'
import { requirePermission } from '../../core/verbs/actor.ts'
import type { Actor } from '../../core/verbs/actor.ts'
import { notFound } from '../../core/verbs/refused.ts'

type UsersQuery = Input<Contract['users']['list']>['query']

const jsonFor = (actor: Actor, showing: Showing) => {
  const columns = userColumns(actor)
  const whole = jsonOf(columns)
  return shown(actor, { columns, relations: {} }, showing)?.(whole) ?? whole
}

/**
 * The members that the REST API lists, the first one to join first.
 *
 * @throws RefusedError insufficient_scope for a search by email address without `users:read`: it would confirm a guess.
 */
export const userListing =
  (actor: Actor) =>
  (query: UsersQuery): Listing => {
    const { email, include_removed: includesRemoved = false } = query
    if (email !== undefined) requirePermission(actor, 'users:read')
    return {
      table: Prisma.sql`${usersOf(Prisma.sql`${actor.workspaceId}::int`)} AS listed`,
      json: jsonFor(actor, query),
      id: 'id',
      idType: 'uuid',
      sort: 'created_at',
      defaults: { include_removed: includesRemoved },
      conditions: [
        Prisma.sql`(${includesRemoved} OR is_active)`,
        ...(email === undefined ? [] : [Prisma.sql`email = ANY (${emailSpellings(email)}::text[])`]),
      ],
    }
  }

/** The JSON of a current or former member of the account. @throws RefusedError not_found. */
export async function readUser(sql: Sql, actor: Actor, id: string, showing: Showing): Promise<string> {
  const [row] = await sql.rows({ json: text })`
    SELECT ${jsonFor(actor, showing)} AS json FROM ${usersOf(Prisma.sql`${actor.workspaceId}::int`)} AS page
    WHERE id = ${id}::text::uuid`
  if (!row) throw notFound(`No user ${id} in this account.`)
  return row.json
}

import { filled, identifier, oneOf, Prisma, text, texts, timestamp, transaction } from '@matterbase/db'
import type { Db, Sql } from '@matterbase/db'
import { noteDeletedLinks } from '../members/member-links.ts'
import { noteAction } from '../../core/verbs/actor.ts'
import { hasAccount, noSuchAccount, normaliseEmail } from './accounts.ts'

export interface ClosedAccount {
  owner_uuid: string
  email: string
  /** When the data of the account is deleted. */
  delete_after: Date
}

const commandLine = (ownerUuid: string) => ({ ownerUuid, by: { kind: 'system', name: 'command line' } }) as const

const isOfAccount = (ownerUuid: string) => Prisma.sql`owner_uuid = ${ownerUuid}::text::uuid`
const isOfWorkspaces = (ownerUuid: string) =>
  Prisma.sql`workspace_id IN (SELECT id FROM workspaces WHERE ${isOfAccount(ownerUuid)})`

/**
 * Ends all access to an account immediately: sessions, API keys, public pages and webhooks. The worker deletes the data
 * after the retention days. Until then, `reopenAccount` reverses this.
 *
 * @throws Error when there is no such account, or it is closed already.
 */
export async function closeAccount(db: Db, { email, days }: { email: string; days: number }): Promise<ClosedAccount> {
  return transaction(db, async (sql) => {
    const [closed] = await sql.rows({ owner_uuid: text, email: text, delete_after: filled(timestamp) })`
      UPDATE accounts SET closed_at = now(), delete_after = now() + ${days}::float8 * interval '1 day'
      WHERE email = ${normaliseEmail(email)} AND closed_at IS NULL RETURNING owner_uuid::text, email, delete_after`
    if (!closed) throw await whyNot(sql, email, 'closed')
    const { owner_uuid: id } = closed
    await sql.run`DELETE FROM sessions WHERE ${isOfAccount(id)}`
    for (const note of await deleteLinks(sql, id)) await noteAction(sql, commandLine(id), note)
    // By the moment it is known what is to be given back.
    await sql.run`UPDATE api_keys SET revoked_at = now() WHERE ${isOfWorkspaces(id)} AND revoked_at IS NULL`
    await sql.run`
      UPDATE webhook_endpoints SET is_active = false, disabled_at = now(), disabled_reason = 'account_closed'
      WHERE ${isOfWorkspaces(id)} AND is_active AND deleted_at IS NULL`
    const details = { delete_after: closed.delete_after.toISOString() }
    await noteAction(sql, commandLine(id), { action: 'account.closed', target: closed.email, details })
    return closed
  })
}

/** The invitations to the account, and the links that set a password of one of its members, regardless of their maker. */
async function deleteLinks(sql: Sql, ownerUuid: string) {
  const links = await sql.rows({ purpose: oneOf(['invite', 'reset']), email: filled(text) })`
    DELETE FROM one_time_links AS link
    WHERE ${isOfAccount(ownerUuid)} OR user_id IN (SELECT user_id FROM memberships WHERE ${isOfAccount(ownerUuid)})
    RETURNING purpose, coalesce(email, (SELECT email FROM users WHERE users.id = link.user_id)) AS email`
  return noteDeletedLinks(links, 'the account was closed')
}

/**
 * Reopens a closed account. Members sign in again, and held webhook deliveries are sent.
 *
 * @throws Error when there is no such account, it is not closed, or it is too late.
 */
export async function reopenAccount(db: Db, email: string): Promise<{ owner_uuid: string; email: string }> {
  return transaction(db, async (sql) => {
    const [found] = await sql.rows({ owner_uuid: text, email: text })`
      SELECT owner_uuid::text, email FROM accounts
      WHERE email = ${normaliseEmail(email)} AND delete_after > now() FOR UPDATE`
    if (!found) throw await whyNot(sql, email, 'open')
    const { owner_uuid: id } = found
    const closedAt = Prisma.sql`(SELECT closed_at FROM accounts WHERE ${isOfAccount(id)})`
    await sql.run`UPDATE api_keys SET revoked_at = NULL WHERE ${isOfWorkspaces(id)} AND revoked_at = ${closedAt}`
    await sql.run`
      UPDATE webhook_endpoints SET is_active = true, disabled_at = NULL, disabled_reason = NULL, resume_held_until = now()
      WHERE ${isOfWorkspaces(id)} AND disabled_reason = 'account_closed'`
    await sql.run`UPDATE accounts SET closed_at = NULL, delete_after = NULL WHERE ${isOfAccount(id)}`
    await noteAction(sql, commandLine(id), { action: 'account.reopened', target: found.email })
    return found
  })
}

async function whyNot(sql: Sql, email: string, is: 'open' | 'closed'): Promise<Error> {
  const account = normaliseEmail(email)
  if (!(await hasAccount(sql, account))) return noSuchAccount(account)
  if (is === 'closed') return new Error(`The account of ${account} is closed already`)
  return new Error(`The account of ${account} is not closed, or its days are over and it is being deleted`)
}

/**
 * Deletes a piece of the closed account whose days are over first: so many rows of a table, and the account itself
 * with its users, unless they are in another, when nothing else is left.
 *
 * @returns how many rows; 0 when there is nothing to delete.
 */
export async function deleteClosedAccount(db: Db, batch: number): Promise<number> {
  const [account] = await db.rows({ id: text })`
    SELECT owner_uuid::text AS id FROM accounts WHERE delete_after <= now() ORDER BY delete_after LIMIT 1`
  if (!account) return 0
  for (const { table, owner, key } of await tablesOfAccounts(db)) {
    const own = owner === 'workspace_id' ? isOfWorkspaces(account.id) : isOfAccount(account.id)
    const columns = key.map(identifier)
    const count = await db.run`
      WITH piece AS MATERIALIZED (
        SELECT ${Prisma.join(columns)} FROM ${identifier(table)} WHERE ${own} LIMIT ${batch} FOR UPDATE SKIP LOCKED
      )
      DELETE FROM ${identifier(table)} AS gone USING piece
      WHERE ${Prisma.join(
        columns.map((column) => Prisma.sql`gone.${column} = piece.${column}`),
        ' AND ',
      )}`
    if (count > 0) return count
  }
  return transaction(db, (sql) => deleteRest(sql, account.id))
}

/**
 * The tables that are not deleted with the account by a cascade, with the column of the account and the primary key.
 */
const tablesOfAccounts = (sql: Sql) =>
  sql.rows({ table: text, owner: text, key: filled(texts) })`
    SELECT relname::text AS table, owner.attname::text AS owner,
      ARRAY(SELECT attname::text FROM pg_attribute WHERE attrelid = relation.oid AND attnum = ANY (indkey)) AS key
    FROM pg_class AS relation
    JOIN pg_attribute AS owner ON owner.attrelid = relation.oid AND owner.attname IN ('workspace_id', 'owner_uuid')
    JOIN pg_index ON indrelid = relation.oid AND indisprimary
    WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition
      AND relname NOT IN ('accounts', 'workspaces', 'memberships', 'former_members')
    ORDER BY relname`

async function deleteRest(sql: Sql, ownerUuid: string): Promise<number> {
  await sql.run`
    DELETE FROM users
    WHERE id IN (SELECT user_id FROM memberships WHERE ${isOfAccount(ownerUuid)} UNION ALL SELECT user_id FROM former_members WHERE ${isOfAccount(ownerUuid)})
      AND NOT EXISTS (SELECT FROM memberships WHERE user_id = users.id AND NOT ${isOfAccount(ownerUuid)})
      AND NOT EXISTS (SELECT FROM former_members WHERE user_id = users.id AND NOT ${isOfAccount(ownerUuid)})`
  return sql.run`DELETE FROM accounts WHERE ${isOfAccount(ownerUuid)}`
}

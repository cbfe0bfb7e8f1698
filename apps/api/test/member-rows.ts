import { Prisma } from '@matterbase/db'
import type { Api } from './harness.ts'

/** The members of a workspace’s account as rows of a list. Former members are its deleted rows. */
export const memberRows = Prisma.sql`(
  SELECT users.id, users.email, membership.created_at, membership.created_at AS updated_at, removed_at AS deleted_at,
         workspaces.id AS workspace_id
  FROM (
    SELECT owner_uuid, user_id, created_at, NULL AS removed_at FROM memberships
    UNION ALL SELECT owner_uuid, user_id, created_at, removed_at FROM former_members
  ) AS membership JOIN users ON users.id = user_id JOIN workspaces USING (owner_uuid))`

/** Fills an account with members, of whom some were removed, and many other accounts with a few each. */
export async function insertMembers({ db }: Api, email: string, count: number): Promise<void> {
  await db.run`
    INSERT INTO users (email, name, password_hash)
    SELECT 'ada.' || at || '@moss.example', 'Ada Moss ' || at, 'none' FROM generate_series(0, ${count}::int - 1) AS at`
  await db.run`
    INSERT INTO accounts (email, name) SELECT 'firm.' || at || '@moss.example', 'Firm' FROM generate_series(1, ${count}::int) AS at`
  await db.run`
    INSERT INTO workspaces (owner_uuid, environment)
    SELECT owner_uuid, environment FROM accounts, unnest(enum_range(NULL::"Environment")) AS environment
    WHERE email LIKE 'firm.%'`
  // Several join in the same second.
  const joined = Prisma.sql`'2026-01-01T00:00:00Z'::timestamptz + abs(hashtext(users.email)::bigint) % 3000 * interval '1 s'`
  const isMoss = Prisma.sql`users.email LIKE 'ada.%@moss.example'`
  const isFormer = Prisma.sql`abs(hashtext(users.email || 'removed')::bigint) % 20 = 0`
  await db.run`
    INSERT INTO memberships (owner_uuid, user_id, role, created_at)
    SELECT owner_uuid, users.id, 'lawyer', ${joined} FROM users, accounts
    WHERE accounts.email = ${email} AND ${isMoss} AND NOT ${isFormer}`
  await db.run`
    INSERT INTO former_members (owner_uuid, user_id, role, created_at, removed_at)
    SELECT owner_uuid, users.id, 'lawyer', ${joined}, '2026-03-01T00:00:00Z' FROM users, accounts
    WHERE accounts.email = ${email} AND ${isMoss} AND ${isFormer}`
  // The members of the other accounts are some of the same users.
  const isOther = (salt: string) =>
    Prisma.sql`accounts.email LIKE 'firm.%' AND ${isMoss} AND abs(hashtext(accounts.email || users.email || ${salt})::bigint) % 700 = 0`
  await db.run`
    INSERT INTO memberships (owner_uuid, user_id, role, created_at)
    SELECT owner_uuid, users.id, 'lawyer', ${joined} FROM users, accounts WHERE ${isOther('now')}`
  await db.run`
    INSERT INTO former_members (owner_uuid, user_id, role, created_at, removed_at)
    SELECT owner_uuid, users.id, 'lawyer', ${joined}, '2026-03-01T00:00:00Z' FROM users, accounts WHERE ${isOther('before')}`
  await db.run`
    INSERT INTO timekeepers (workspace_id, user_id, classification)
    SELECT workspaces.id, user_id, 'PT' FROM memberships JOIN workspaces USING (owner_uuid)`
}

import { bool, oneOf, orNull, text, timestamp } from '@matterbase/db'
import type { Sql, Row } from '@matterbase/db'
import { roleNames } from '@matterbase/schemas'
import type { Role } from '@matterbase/schemas'
import { memberInitials } from '../../core/records/table/users.ts'
import { conflict, invalid, notFound } from '../../core/verbs/refused.ts'
import { accountVerb } from '../../core/verbs/verb.ts'

const listedMemberColumns = {
  id: text,
  email: text,
  name: text,
  role: oneOf(roleNames),
  initials: text,
  totp_enabled: bool,
  joined_at: timestamp,
  /** When the member last used a session in the account. */
  seen_at: orNull(timestamp),
}

export type ListedMember = Row<typeof listedMemberColumns>

/** The members of an account, in the order in which they joined. */
export async function listMembers(sql: Sql, ownerUuid: string): Promise<ListedMember[]> {
  return sql.rows(listedMemberColumns)`
    SELECT member.id::text, member.email, member.name, membership.role, ${memberInitials} AS initials, member.totp_enabled_at IS NOT NULL AS totp_enabled,
           membership.created_at AS joined_at,
           (SELECT max(seen_at) FROM sessions
            WHERE user_id = member.id AND owner_uuid = membership.owner_uuid AND is_complete) AS seen_at
    FROM memberships AS membership JOIN users AS member ON member.id = membership.user_id
    WHERE membership.owner_uuid = ${ownerUuid}::text::uuid
    ORDER BY membership.created_at, member.email`
}

/**
 * Adds a user to an account. An existing member keeps the role, and a former member is a member again since the first
 * day. Reset links of the user end, because an owner of another account may have one.
 */
export async function addMember(sql: Sql, ownerUuid: string, userId: string, role: string): Promise<void> {
  await sql.run`
    WITH former AS (
      DELETE FROM former_members WHERE owner_uuid = ${ownerUuid}::text::uuid AND user_id = ${userId}::text::uuid
      RETURNING initials, created_at
    )
    INSERT INTO memberships (owner_uuid, user_id, role, initials, created_at, updated_at)
    SELECT ${ownerUuid}::text::uuid, ${userId}::text::uuid, ${role}, initials, coalesce(created_at, now()), now()
    FROM (SELECT) AS new LEFT JOIN former ON true ON CONFLICT DO NOTHING`
  await sql.run`
    DELETE FROM one_time_links WHERE user_id = ${userId}::text::uuid AND purpose = 'reset' AND used_at IS NULL`
}

/**
 * Locks the membership, so that a removal at the same moment finds what the caller adds for the member.
 *
 * @throws RefusedError validation_failed, about the field that names a user who is not a member of the account.
 */
export async function requireMember(sql: Sql, ownerUuid: string, { userId, field }: { userId: string; field: string }) {
  const rows = await sql.rows({})`
    SELECT FROM memberships WHERE owner_uuid = ${ownerUuid}::text::uuid AND user_id = ${userId}::text::uuid
    FOR SHARE`
  if (rows.length === 0) throw invalid(field, 'not_found', 'is not the ID of a member of this account')
}

/** Gives a member another role, and returns the former one. @throws RefusedError not_found; conflict when it would leave the account without an owner. */
export async function giveRole(sql: Sql, ownerUuid: string, userId: string, role: Role): Promise<Role> {
  const former = await holdMember(sql, ownerUuid, userId, { staysOwned: role === 'owner' })
  await sql.run`
    UPDATE memberships SET role = ${role}, updated_at = now()
    WHERE owner_uuid = ${ownerUuid}::text::uuid AND user_id = ${userId}::text::uuid`
  return former
}

interface Initials {
  readonly userId: string
  /** Blank or null computes them from the name. */
  readonly initials: string | null
}

/** @throws RefusedError not_found for a user who is not a member. */
export const setInitials = accountVerb({
  allow: ['members:write'],
  async run({ sql }, { ownerUuid }, { userId, initials }: Initials) {
    const [member] = await sql.rows({ email: text })`
      UPDATE memberships SET initials = ${initials?.trim() || null}, updated_at = now() FROM users
      WHERE owner_uuid = ${ownerUuid}::text::uuid AND user_id = ${userId}::text::uuid AND users.id = user_id
      RETURNING email`
    if (!member) throw notFound()
    return member.email
  },
  action: 'member.initials_set',
  note: ({ initials }, email) => ({ target: email, details: { initials } }),
})

/**
 * Takes a member out of the account and ends their sessions there. Their name stays for old work.
 *
 * @throws RefusedError as `giveRole` does.
 */
export async function takeOut(sql: Sql, ownerUuid: string, userId: string): Promise<void> {
  await holdMember(sql, ownerUuid, userId)
  await sql.run`
    WITH removed AS (
      DELETE FROM memberships WHERE owner_uuid = ${ownerUuid}::text::uuid AND user_id = ${userId}::text::uuid
      RETURNING owner_uuid, user_id, role, initials, created_at
    )
    INSERT INTO former_members (owner_uuid, user_id, role, initials, created_at) SELECT * FROM removed
    ON CONFLICT (owner_uuid, user_id) DO UPDATE SET role = excluded.role, initials = excluded.initials, removed_at = now()`
  await sql.run`
    DELETE FROM sessions WHERE owner_uuid = ${ownerUuid}::text::uuid AND user_id = ${userId}::text::uuid`
}

async function holdMember(sql: Sql, ownerUuid: string, userId: string, { staysOwned } = { staysOwned: false }) {
  const members = await roles(sql, ownerUuid)
  const role = members.get(userId)
  if (role === undefined) throw notFound()
  const owners = [...members].filter(([, role]) => role === 'owner').map(([id]) => id)
  if (!staysOwned && owners.length === 1 && owners[0] === userId)
    throw conflict('This is the last owner. Make another member an owner first.')
  return role
}

/** Locked, so that two owners who remove each other do not leave the account without an owner. */
async function roles(sql: Sql, ownerUuid: string): Promise<Map<string, Role>> {
  const rows = await sql.rows({ user_id: text, role: oneOf(roleNames) })`
    SELECT user_id::text, role FROM memberships WHERE owner_uuid = ${ownerUuid}::text::uuid
    ORDER BY user_id FOR UPDATE`
  return new Map(rows.map(({ user_id: id, role }) => [id, role]))
}

/** The names of members by ID, or their email addresses where they have no name. */
export async function memberNames(sql: Sql, ownerUuid: string, ids: readonly string[]) {
  const rows = await sql.rows({ id: text, name: text })`
    SELECT users.id::text, coalesce(nullif(users.name, ''), email) AS name FROM users
    JOIN memberships ON user_id = users.id WHERE owner_uuid = ${ownerUuid}::text::uuid AND users.id = ANY (${ids}::text[]::uuid[])`
  return new Map(rows.map(({ id, name }) => [id, name]))
}

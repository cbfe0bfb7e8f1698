import type { Sql } from '@matterbase/db'

export interface ListedMember {
  readonly id: string
  readonly email: string
  readonly name: string
  readonly role: string
  readonly totp_enabled: boolean
  readonly joined_at: Date
  /** When a session of theirs in the account was last used. */
  readonly seen_at: Date | null
}

/** Who may sign in to an account, in the order they joined. */
export async function listMembers(sql: Sql, ownerUuid: string): Promise<ListedMember[]> {
  return sql.$queryRaw<ListedMember[]>`
    SELECT member.id::text, member.email, member.name, membership.role, member.totp_enabled_at IS NOT NULL AS totp_enabled,
           membership.created_at AS joined_at,
           (SELECT max(seen_at) FROM sessions
            WHERE user_id = member.id AND owner_uuid = membership.owner_uuid AND is_complete) AS seen_at
    FROM memberships AS membership JOIN users AS member ON member.id = membership.user_id
    WHERE membership.owner_uuid = ${ownerUuid}::text::uuid
    ORDER BY membership.created_at, member.email`
}

/**
 * Lets a user into an account; one who is in it already keeps the role they have. Links that reset their
 * password end: an owner of their other account may have one.
 */
export async function addMember(sql: Sql, ownerUuid: string, userId: string, role: string): Promise<void> {
  await sql.$executeRaw`
    INSERT INTO memberships (owner_uuid, user_id, role)
    VALUES (${ownerUuid}::text::uuid, ${userId}::text::uuid, ${role}) ON CONFLICT DO NOTHING`
  await sql.$executeRaw`
    DELETE FROM one_time_links WHERE user_id = ${userId}::text::uuid AND purpose = 'reset' AND used_at IS NULL`
}

/**
 * The role that a member has, which stays so until the transaction ends: who is being removed at this
 * moment either is out already, or what they do here is seen by whoever removes them. Undefined when
 * they are no member.
 */
export async function holdRole(sql: Sql, ownerUuid: string, userId: string): Promise<string | undefined> {
  const [member] = await sql.$queryRaw<{ role: string }[]>`
    SELECT role FROM memberships
    WHERE owner_uuid = ${ownerUuid}::text::uuid AND user_id = ${userId}::text::uuid FOR SHARE`
  return member?.role
}

export type MemberChange = 'changed' | 'no_such_member' | 'last_owner'

/** Gives a member another role, unless that would leave the account without an owner. In a transaction. */
export async function setMemberRole(sql: Sql, ownerUuid: string, userId: string, role: string): Promise<MemberChange> {
  const refusal = role === 'owner' ? await refuseMissing(sql, ownerUuid, userId) : await refuse(sql, ownerUuid, userId)
  if (refusal) return refusal
  await sql.$executeRaw`
    UPDATE memberships SET role = ${role}
    WHERE owner_uuid = ${ownerUuid}::text::uuid AND user_id = ${userId}::text::uuid`
  return 'changed'
}

/** Takes a member out of the account and ends their sessions there; never the last owner. In a transaction. */
export async function removeMember(sql: Sql, ownerUuid: string, userId: string): Promise<MemberChange> {
  const refusal = await refuse(sql, ownerUuid, userId)
  if (refusal) return refusal
  await sql.$executeRaw`
    DELETE FROM memberships WHERE owner_uuid = ${ownerUuid}::text::uuid AND user_id = ${userId}::text::uuid`
  await sql.$executeRaw`
    DELETE FROM sessions WHERE owner_uuid = ${ownerUuid}::text::uuid AND user_id = ${userId}::text::uuid`
  return 'changed'
}

const refuseMissing = async (sql: Sql, ownerUuid: string, userId: string) =>
  (await roles(sql, ownerUuid)).has(userId) ? undefined : 'no_such_member'

async function refuse(sql: Sql, ownerUuid: string, userId: string) {
  const members = await roles(sql, ownerUuid)
  if (!members.has(userId)) return 'no_such_member'
  const owners = [...members].filter(([, role]) => role === 'owner').map(([id]) => id)
  return owners.length === 1 && owners[0] === userId ? 'last_owner' : undefined
}

/** Locked, so that two owners who remove one another at once do not leave the account to nobody. */
async function roles(sql: Sql, ownerUuid: string): Promise<Map<string, string>> {
  const rows = await sql.$queryRaw<{ user_id: string; role: string }[]>`
    SELECT user_id::text, role FROM memberships WHERE owner_uuid = ${ownerUuid}::text::uuid
    ORDER BY user_id FOR UPDATE`
  return new Map(rows.map(({ user_id: id, role }) => [id, role]))
}

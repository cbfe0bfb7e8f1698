import { filled, oneOf, text, timestamp } from '@matterbase/db'
import type { Row, Sql } from '@matterbase/db'
import { mayGiveRole, roleNames } from '@matterbase/schemas'
import type { Role } from '@matterbase/schemas'

/** The single-use links that a member created. */
export interface LinksOfMember {
  readonly ownerUuid: string
  readonly userId: string
  /** Only links that this role could not make. Default: all of them. */
  readonly beyond?: Role | undefined
}

const memberLinkColumns = {
  id: text,
  purpose: oneOf(['invite', 'reset']),
  /** The invited address, or the address of the member whose password the link sets. */
  email: filled(text),
  /** The invited role, or the role of that member. */
  role: filled(oneOf(roleNames)),
  expires_at: timestamp,
}

export type MemberLink = Row<typeof memberLinkColumns>

/** The links of a member that still work, newest first. */
export async function listMemberLinks(sql: Sql, { ownerUuid, userId, beyond }: LinksOfMember): Promise<MemberLink[]> {
  const links = await sql.rows(memberLinkColumns)`
    SELECT encode(link.token_hash, 'hex') AS id, link.purpose, coalesce(link.email, subject.email) AS email,
           coalesce(link.role, membership.role) AS role, link.expires_at
    FROM one_time_links AS link
    LEFT JOIN users AS subject ON subject.id = link.user_id
    LEFT JOIN memberships AS membership ON membership.owner_uuid = link.owner_uuid AND membership.user_id = link.user_id
    WHERE link.owner_uuid = ${ownerUuid}::text::uuid AND link.created_by = ${userId}::text::uuid
      AND link.used_at IS NULL AND link.expires_at > now() AND coalesce(link.role, membership.role) IS NOT NULL
    ORDER BY link.created_at DESC`
  return beyond === undefined ? links : links.filter(({ role }) => !mayGiveRole(beyond, role))
}

/** Deletes the links of a member, and returns them. In the transaction that ends the member's right to make them. */
export async function deleteMemberLinks(sql: Sql, which: LinksOfMember): Promise<MemberLink[]> {
  const links = await listMemberLinks(sql, which)
  await sql.run`
    DELETE FROM one_time_links
    WHERE owner_uuid = ${which.ownerUuid}::text::uuid AND created_by = ${which.userId}::text::uuid
      AND encode(token_hash, 'hex') = ANY (${links.map(({ id }) => id)}::text[]) AND used_at IS NULL`
  return links
}

const actions = { invite: 'member.invite_withdrawn', reset: 'password.reset_link_withdrawn' } as const

/** One audit entry for each deleted link. */
export const noteDeletedLinks = (links: readonly Pick<MemberLink, 'purpose' | 'email'>[], because: string) =>
  links.map(({ purpose, email }) => ({ action: actions[purpose], target: email, details: { because } }))

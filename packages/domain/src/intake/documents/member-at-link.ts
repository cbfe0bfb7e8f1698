import { bool, orNull, text } from '@matterbase/db'
import type { Sql } from '@matterbase/db'
import { findSession } from '../../access/sign-in/sessions.ts'
import type { DocumentToSign } from './signing.ts'

/** A member of the account that asks for a signature, whose session came with the request to sign. */
export interface MemberAtLink {
  readonly email: string
  /** Another member of the account is to sign. */
  readonly isForAnother: boolean
}

/** The member of the document's account whose session a cookie names, whichever account the session is in. */
export async function findMemberAtLink(
  sql: Sql,
  token: string,
  { owner_uuid: ownerUuid, signer_email: signer }: DocumentToSign,
): Promise<MemberAtLink | undefined> {
  const session = await findSession(sql, token)
  if (!session?.is_complete) return undefined
  const [row] = await sql.rows({ is_member: bool, signer: orNull(text) })`
    SELECT EXISTS (SELECT FROM memberships WHERE owner_uuid = ${ownerUuid}::text::uuid AND user_id = ${session.user_id}::text::uuid) AS is_member,
           (SELECT email FROM users JOIN memberships ON user_id = users.id
            WHERE owner_uuid = ${ownerUuid}::text::uuid AND email = lower(${signer})) AS signer`
  if (!row?.is_member) return undefined
  return { email: session.email, isForAnother: row.signer !== null && row.signer !== session.email }
}

import { recordAudit } from '../tx/audit.ts'
import type { Db } from '@matterbase/db'
import { makeLink } from './one-time-links.ts'
import type { MadeLink } from './one-time-links.ts'
import { transaction } from '@matterbase/db'
import { findUser, removeTotp } from './users.ts'

export interface ResetOptions {
  /** Who has forgotten their password. */
  readonly email: string
  /** Where the dashboard is, without a trailing slash. */
  readonly publicUrl: string
  /** Takes the second factor away as well. Default false. */
  readonly withoutSecondFactor?: boolean
}

/**
 * Makes a link that sets a new password, for whoever runs the service to hand over.
 *
 * @throws Error when nobody signs in with the address.
 */
export async function makeResetLink(
  db: Db,
  { email, publicUrl, withoutSecondFactor }: ResetOptions,
): Promise<MadeLink> {
  return transaction(db, async (sql) => {
    const user = await findUser(sql, { email })
    if (!user) throw new Error(`Nobody signs in as ${email.trim().toLowerCase()}`)
    const removed = withoutSecondFactor === true && (await removeTotp(sql, user.id))
    const link = await makeLink(sql, publicUrl, { purpose: 'reset', userId: user.id })
    if (user.owner_uuid !== null) {
      const entry = { ownerUuid: user.owner_uuid, actor: 'command line', target: user.email }
      await recordAudit(sql, { ...entry, action: 'password.reset_link_made' })
      if (removed) await recordAudit(sql, { ...entry, action: 'two_factor.disabled' })
    }
    return link
  })
}

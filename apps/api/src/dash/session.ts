import type { AccountContract } from '@matterbase/schemas'
import { notFound } from '../http/api-error.ts'
import type { Handlers } from '../http/context.ts'
import type { DashDeps } from './index.ts'

export const session = ({ db, publicUrl, cookie }: DashDeps): Handlers<AccountContract['session']> => ({
  async get(_input, { caller: { user, ownerUuid, permissions } }) {
    const account = await db.account.findUnique({ where: { owner_uuid: ownerUuid }, select: { name: true } })
    const found = await db.user.findUnique({ where: { id: user?.id ?? '' }, select: { totp_enabled_at: true } })
    if (!user || !account || !found) throw notFound()
    const { id, email, name, role } = user
    return {
      user: { id, email, name, totp_enabled: found.totp_enabled_at !== null },
      account: { owner_uuid: ownerUuid, name: account.name },
      role,
      permissions: [...permissions],
      public_url: publicUrl,
      is_encrypted: cookie.isEncrypted,
    }
  },
})

import {
  newTotpSecret,
  removeTotp,
  renewRecoveryCodes,
  renewSession,
  takeTotpStep,
  totpContext,
  findUser,
  totpStep,
  totpUri,
} from '@matterbase/domain'
import { transaction } from '@matterbase/db'
import type { AccountContract } from '@matterbase/schemas'
import { ApiError, notFound, validationFailed } from '../../http/errors/api-error.ts'
import type { Handlers } from '../../http/operations/context.ts'
import { auditAccount } from '../audit/audit-log.ts'
import type { DashDeps } from '../deps.ts'
import { requireRecentPassword } from '../session/recent-password.ts'
import { requireUser } from '../session/require-user.ts'

type TotpHandlers = Pick<
  Handlers<AccountContract['security']>,
  'get' | 'beginTotp' | 'enableTotp' | 'disableTotp' | 'renewRecoveryCodes'
>

export const totpHandlers = ({ db, sealer }: DashDeps): TotpHandlers => ({
  async get(_input, { caller }) {
    const { id } = requireUser(caller)
    const user = await db.user.findUnique({
      where: { id },
      select: {
        totp_enabled_at: true,
        password_changed_at: true,
        recovery_codes: { where: { used_at: null }, select: { code_hash: true } },
      },
    })
    if (!user) throw notFound()
    return {
      totp_enabled: user.totp_enabled_at !== null,
      recovery_codes_left: user.recovery_codes.length,
      password_changed_at: user.password_changed_at.toISOString(),
    }
  },

  async beginTotp(_input, { caller }) {
    requireRecentPassword(caller)
    const { id, email } = requireUser(caller)
    const secret = newTotpSecret()
    const begun = await db.$executeRaw`
      UPDATE users SET totp_secret = ${sealer.seal(secret, totpContext(id))}
      WHERE id = ${id}::text::uuid AND totp_enabled_at IS NULL`
    if (begun === 0) throw new ApiError('conflict', 'The second factor is on already; switch it off first')
    return { secret, uri: totpUri(secret, email) }
  },

  async enableTotp({ body: { code } }, { caller }) {
    requireRecentPassword(caller)
    const { id, sessionHash, replaceToken } = requireUser(caller)
    const user = await findUser(db, { id })
    if (!user?.totp_secret || user.totp_enabled)
      throw new ApiError('conflict', 'No second factor is being set up; begin again')
    const { totp_secret: sealed } = user
    const step = totpStep(sealer.open(sealed, totpContext(id)), code, new Date())
    if (step === undefined)
      throw validationFailed([{ field: 'code', code: 'wrong', message: 'is not what the authenticator shows now' }])
    const { codes, token } = await transaction(db, async (sql) => {
      const enabled = await sql.$executeRaw`
        UPDATE users SET totp_enabled_at = now()
        WHERE id = ${id}::text::uuid AND totp_secret = ${sealed} AND totp_enabled_at IS NULL`
      if (enabled === 0) throw new ApiError('conflict', 'The second factor was set up elsewhere at this moment')
      await takeTotpStep(sql, id, step)
      await auditAccount(sql, caller, { action: 'two_factor.enabled' })
      return { codes: await renewRecoveryCodes(sql, id), token: await renewSession(sql, sessionHash) }
    })
    replaceToken(token)
    return { recovery_codes: codes }
  },

  async disableTotp(_input, { caller }) {
    requireRecentPassword(caller)
    const { id } = requireUser(caller)
    return transaction(db, async (sql) => {
      if (await removeTotp(sql, id)) await auditAccount(sql, caller, { action: 'two_factor.disabled' })
      return { success: true as const }
    })
  },

  async renewRecoveryCodes(_input, { caller }) {
    requireRecentPassword(caller)
    const { id } = requireUser(caller)
    const user = await findUser(db, { id })
    if (!user?.totp_enabled) throw new ApiError('conflict', 'Recovery codes are of use with a second factor only')
    return transaction(db, async (sql) => {
      await auditAccount(sql, caller, { action: 'two_factor.recovery_codes_renewed' })
      return { recovery_codes: await renewRecoveryCodes(sql, id) }
    })
  },
})

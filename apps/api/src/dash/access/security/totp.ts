import { transaction } from '@matterbase/db'
import {
  accountsRequiringTwoFactor,
  beginTotp,
  disableTotp,
  enableTotp,
  findSecurity,
  notFound,
  replaceRecoveryCodes,
} from '@matterbase/domain'
import type { AccountContract } from '@matterbase/schemas'
import type { Handlers } from '../../../http/operations/context.ts'
import type { DashDeps } from '../../deps.ts'
import { requireUser } from '../session/require-user.ts'

type TotpHandlers = Pick<
  Handlers<AccountContract['security']>,
  'get' | 'beginTotp' | 'enableTotp' | 'disableTotp' | 'renewRecoveryCodes'
>

export const totpHandlers = ({ db, sealer }: DashDeps): TotpHandlers => ({
  async get(_input, { caller }) {
    const { id } = requireUser(caller)
    const user = await findSecurity(db, id)
    if (!user) throw notFound()
    return {
      totp_enabled: user.totp_enabled_at !== null,
      is_totp_required: (await accountsRequiringTwoFactor(db, id)).length > 0,
      recovery_codes_left: user.codes_left,
      password_changed_at: user.password_changed_at.toISOString(),
    }
  },

  beginTotp: (_input, { caller }) => transaction(db, (sql) => beginTotp({ sql }, caller, sealer)),

  async enableTotp({ body: { code } }, { caller }) {
    const { sessionHash, replaceToken } = requireUser(caller)
    const { codes, token } = await transaction(db, (sql) => enableTotp({ sql }, caller, { code, sealer, sessionHash }))
    replaceToken(token)
    return { recovery_codes: codes }
  },

  async disableTotp(_input, { caller }) {
    await transaction(db, (sql) => disableTotp({ sql }, caller, {}))
    return { success: true }
  },

  async renewRecoveryCodes(_input, { caller }) {
    return { recovery_codes: await transaction(db, (sql) => replaceRecoveryCodes({ sql }, caller, {})) }
  },
})

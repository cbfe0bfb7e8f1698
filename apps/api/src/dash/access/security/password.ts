import { transaction } from '@matterbase/db'
import { changePassword, noteAuthentication } from '@matterbase/domain'
import type { Db } from '@matterbase/db'
import type { AccountContract } from '@matterbase/schemas'
import { ApiError, validationFailed } from '../../../http/errors/api-error.ts'
import type { Handlers } from '../../../http/operations/context.ts'
import type { CallerUser } from '../../../http/access/caller.ts'
import type { DashDeps } from '../../deps.ts'
import { requireUser } from '../session/require-user.ts'
import { newPasswordHash, requirePassword } from '../session/password.ts'

type Security = AccountContract['security']

export const passwordHandlers = ({ db }: DashDeps): Pick<Handlers<Security>, 'reAuthenticate' | 'changePassword'> => ({
  async reAuthenticate({ body: { password } }, { caller }) {
    const user = requireUser(caller)
    await confirmPassword(db, user, 'password', password)
    await noteAuthentication(db, user.sessionHash)
    return { success: true }
  },

  async changePassword({ body: { current_password: current, new_password: next } }, { caller }) {
    const user = requireUser(caller)
    await confirmPassword(db, user, 'current_password', current)
    const passwordHash = await newPasswordHash('new_password', next, user)
    const { sessionHash, device } = user
    const token = await transaction(db, (sql) => changePassword({ sql }, caller, { passwordHash, sessionHash, device }))
    user.replaceToken(token)
    return { success: true }
  },
})

/** A wrong password is a wrong field here, because 401 would end the session. */
async function confirmPassword(db: Db, user: CallerUser, field: string, password: string): Promise<void> {
  try {
    const { email, ip, userAgent, sessionHash: session } = user
    await requirePassword(db, { email, password }, { ip, userAgent, session })
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'wrong_credentials') throw error
    throw validationFailed([{ field, code: 'wrong', message: 'is not your password' }])
  }
}

import type { AccountContract } from '@matterbase/schemas'
import type { Handlers } from '../../../http/operations/context.ts'
import type { DashDeps } from '../../deps.ts'
import { passwordHandlers } from './password.ts'
import { totpHandlers } from './totp.ts'
import { transaction } from '@matterbase/db'
import { endOtherSessions, endOwnSession, listSessions } from '@matterbase/domain'
import { requireUser } from '../session/require-user.ts'

export const security = (deps: DashDeps): Handlers<AccountContract['security']> => ({
  ...passwordHandlers(deps),
  ...sessionHandlers(deps),
  ...totpHandlers(deps),
})

type SessionHandlers = Pick<Handlers<AccountContract['security']>, 'listSessions' | 'endOtherSessions' | 'endSession'>

const sessionHandlers = ({ db }: DashDeps): SessionHandlers => ({
  async listSessions(_input, { caller }) {
    const { id, sessionHash } = requireUser(caller)
    const sessions = await listSessions(db, id, sessionHash)
    const data = sessions.map(({ created_at: created, seen_at: seen, ...rest }) => {
      return { ...rest, created_at: created.toISOString(), seen_at: seen.toISOString() }
    })
    return { data }
  },

  async endOtherSessions(_input, { caller }) {
    const ended = await transaction(db, (sql) => endOtherSessions({ sql }, caller, requireUser(caller)))
    return { success: true, ended }
  },

  async endSession({ params: { id } }, { caller }) {
    await transaction(db, (sql) => endOwnSession({ sql }, caller, id))
    return { success: true }
  },
})

import { transaction } from '@matterbase/db'
import { endListedSession, endSessionsOf, forgetDevices, listSessions } from '@matterbase/domain'
import type { AccountContract } from '@matterbase/schemas'
import { notFound } from '../../http/errors/api-error.ts'
import type { Handlers } from '../../http/operations/context.ts'
import { auditAccount } from '../audit/audit-log.ts'
import type { DashDeps } from '../deps.ts'
import { requireUser } from '../session/require-user.ts'

type SessionHandlers = Pick<Handlers<AccountContract['security']>, 'listSessions' | 'endOtherSessions' | 'endSession'>

export const sessionHandlers = ({ db }: DashDeps): SessionHandlers => ({
  async listSessions(_input, { caller }) {
    const { id, sessionHash } = requireUser(caller)
    const sessions = await listSessions(db, id, sessionHash)
    const data = sessions.map(({ created_at: created, seen_at: seen, ...rest }) => {
      return { ...rest, created_at: created.toISOString(), seen_at: seen.toISOString() }
    })
    return { data }
  },

  async endOtherSessions(_input, { caller }) {
    const { id, sessionHash, device } = requireUser(caller)
    return transaction(db, async (sql) => {
      await forgetDevices(sql, id, device)
      const ended = await endSessionsOf(sql, id, sessionHash)
      await auditAccount(sql, caller, { action: 'session.others_ended', details: { ended } })
      return { success: true as const, ended }
    })
  },

  async endSession({ params: { id } }, { caller }) {
    const user = requireUser(caller)
    return transaction(db, async (sql) => {
      if (!(await endListedSession(sql, user.id, id))) throw notFound()
      await auditAccount(sql, caller, { action: 'session.ended' })
      return { success: true as const }
    })
  },
})

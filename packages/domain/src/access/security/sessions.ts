import { forgetDevices } from '../sign-in/known-devices.ts'
import { endListedSession, endSessionsOf, renewSession } from '../sign-in/sessions.ts'
import { setPassword } from '../sign-in/users.ts'
import { requireUser } from '../../core/verbs/actor.ts'
import { notFound } from '../../core/verbs/refused.ts'
import { accountVerb } from '../../core/verbs/verb.ts'

/** The session of the request, and the hash of its browser if it is known. */
interface CurrentSession {
  readonly sessionHash: Uint8Array<ArrayBuffer>
  readonly device: Uint8Array | undefined
}

/** Changes the user's password, ends the other sessions and returns the new token of this session. */
export const changePassword = accountVerb({
  allow: [],
  async run({ sql }, actor, { passwordHash, sessionHash, device }: CurrentSession & { readonly passwordHash: string }) {
    const { id } = requireUser(actor)
    await setPassword(sql, id, passwordHash, device)
    await endSessionsOf(sql, id, sessionHash)
    return renewSession(sql, sessionHash)
  },
  action: 'password.changed',
})

/** Ends the other sessions of the user and returns how many there were. */
export const endOtherSessions = accountVerb({
  allow: [],
  async run({ sql }, actor, { sessionHash, device }: CurrentSession) {
    const { id } = requireUser(actor)
    await forgetDevices(sql, id, device)
    return endSessionsOf(sql, id, sessionHash)
  },
  action: 'session.others_ended',
  note: (_here, ended) => ({ details: { ended } }),
})

/** Ends one session of the user. */
export const endOwnSession = accountVerb({
  allow: [],
  async run({ sql }, actor, id: string) {
    if (!(await endListedSession(sql, requireUser(actor).id, id))) throw notFound()
  },
  action: 'session.ended',
})

/** Takes a session of the user to the account of the actor, which they must be a member of. */
export const switchSession = accountVerb({
  allow: [],
  async run({ sql }, actor, sessionHash: Uint8Array<ArrayBuffer>) {
    const switched = await sql.run`
      UPDATE sessions SET owner_uuid = ${actor.ownerUuid}::text::uuid
      WHERE id_hash = ${sessionHash} AND EXISTS (
        SELECT FROM memberships JOIN accounts USING (owner_uuid)
        WHERE closed_at IS NULL AND owner_uuid = ${actor.ownerUuid}::text::uuid AND user_id = ${requireUser(actor).id}::text::uuid)`
    if (switched === 0) throw notFound()
  },
  action: 'session.switched_here',
})

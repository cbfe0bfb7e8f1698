import { totpContext } from '@matterbase/db'
import type { Sealer } from '@matterbase/db'
import { renewRecoveryCodes } from '../sign-in/recovery-codes.ts'
import { endSessionsOf, renewSession } from '../sign-in/sessions.ts'
import { newTotpSecret, takeTotpStep, totpStep, totpUri } from '../sign-in/totp.ts'
import { findUser, removeTotp } from '../sign-in/users.ts'
import { requireUser } from '../../core/verbs/actor.ts'
import { conflict, invalid } from '../../core/verbs/refused.ts'
import { accountVerb } from '../../core/verbs/verb.ts'
import { accountsRequiringTwoFactor, holdTwoFactor } from './two-factor-rule.ts'

/** Creates a secret for the user's authenticator. It becomes active when `enableTotp` has accepted a code. */
export const beginTotp = accountVerb({
  allow: [],
  async run({ sql }, actor, sealer: Sealer) {
    const { id, email } = requireUser(actor)
    const secret = newTotpSecret()
    const begun = await sql.run`
      UPDATE users SET totp_secret = ${sealer.seal(secret, totpContext(id))}
      WHERE id = ${id}::text::uuid AND totp_enabled_at IS NULL`
    if (begun === 0) throw conflict('Two-factor authentication is already on. Turn it off first.')
    return { secret, uri: totpUri(secret, email) }
  },
})

interface FirstCode {
  readonly code: string
  readonly sealer: Sealer
  readonly sessionHash: Uint8Array<ArrayBuffer>
}

/**
 * Enables two-factor authentication and ends the other sessions. Returns the recovery codes and the new token of this
 * session.
 */
export const enableTotp = accountVerb({
  allow: [],
  async run({ sql }, actor, { code, sealer, sessionHash }: FirstCode) {
    const { id } = requireUser(actor)
    const user = await findUser(sql, { id })
    if (!user?.totp_secret || user.totp_enabled)
      throw conflict('The setup of two-factor authentication was not started. Start again.')
    const { totp_secret: sealed } = user
    const step = totpStep(sealer.open(sealed, totpContext(id)), code, new Date())
    if (step === undefined) throw invalid('code', 'wrong', 'is not the code that your authenticator app shows now')
    const enabled = await sql.run`
      UPDATE users SET totp_enabled_at = now()
      WHERE id = ${id}::text::uuid AND totp_secret = ${sealed} AND totp_enabled_at IS NULL`
    if (enabled === 0) throw conflict('Two-factor authentication was just turned on in another window.')
    await takeTotpStep(sql, id, step)
    // They were begun with the password alone.
    await endSessionsOf(sql, id, sessionHash)
    return { codes: await renewRecoveryCodes(sql, id), token: await renewSession(sql, sessionHash) }
  },
  action: 'two_factor.enabled',
})

/**
 * Disables two-factor authentication, unless an account of the user requires it. Returns false if it was not enabled.
 */
export const disableTotp = accountVerb({
  allow: [],
  async run({ sql }, actor, _nothing: object) {
    const { id } = requireUser(actor)
    // Locks before the check, so that an owner who starts to require it at the same time waits and is refused.
    await holdTwoFactor(sql, id)
    const [requiring] = await accountsRequiringTwoFactor(sql, id)
    if (requiring !== undefined)
      throw conflict(`${requiring} requires two-factor authentication, so you cannot turn it off.`)
    return removeTotp(sql, id)
  },
  action: 'two_factor.disabled',
  note: (_nothing, wasOn) => (wasOn ? {} : undefined),
})

/** Replaces the recovery codes. */
export const replaceRecoveryCodes = accountVerb({
  allow: [],
  async run({ sql }, actor, _nothing: object) {
    const { id } = requireUser(actor)
    if (!(await findUser(sql, { id }))?.totp_enabled)
      throw conflict('Two-factor authentication is off. Turn it on before you create recovery codes.')
    return renewRecoveryCodes(sql, id)
  },
  action: 'two_factor.recovery_codes_renewed',
})

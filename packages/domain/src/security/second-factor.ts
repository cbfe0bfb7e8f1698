import type { Sealer } from '@matterbase/db'
import { renewRecoveryCodes } from '../sign-in/recovery-codes.ts'
import { renewSession } from '../sign-in/sessions.ts'
import { newTotpSecret, takeTotpStep, totpContext, totpStep, totpUri } from '../sign-in/totp.ts'
import { findUser, removeTotp } from '../sign-in/users.ts'
import { requireUser } from '../verbs/actor.ts'
import { conflict, invalid } from '../verbs/refused.ts'
import { accountVerb } from '../verbs/verb.ts'

/** Gives the user a secret for their authenticator, which counts once `enableTotp` has seen a code of it. */
export const beginTotp = accountVerb({
  allow: [],
  password: 'always',
  async run({ sql }, actor, sealer: Sealer) {
    const { id, email } = requireUser(actor)
    const secret = newTotpSecret()
    const begun = await sql.run`
      UPDATE users SET totp_secret = ${sealer.seal(secret, totpContext(id))}
      WHERE id = ${id}::text::uuid AND totp_enabled_at IS NULL`
    if (begun === 0) throw conflict('The second factor is on already; switch it off first')
    return { secret, uri: totpUri(secret, email) }
  },
})

interface FirstCode {
  readonly code: string
  readonly sealer: Sealer
  readonly sessionHash: Uint8Array<ArrayBuffer>
}

/** Switches the second factor on; answers the recovery codes, and the new token of the session. */
export const enableTotp = accountVerb({
  allow: [],
  password: 'always',
  async run({ sql }, actor, { code, sealer, sessionHash }: FirstCode) {
    const { id } = requireUser(actor)
    const user = await findUser(sql, { id })
    if (!user?.totp_secret || user.totp_enabled) throw conflict('No second factor is being set up; begin again')
    const { totp_secret: sealed } = user
    const step = totpStep(sealer.open(sealed, totpContext(id)), code, new Date())
    if (step === undefined) throw invalid('code', 'wrong', 'is not what the authenticator shows now')
    const enabled = await sql.run`
      UPDATE users SET totp_enabled_at = now()
      WHERE id = ${id}::text::uuid AND totp_secret = ${sealed} AND totp_enabled_at IS NULL`
    if (enabled === 0) throw conflict('The second factor was set up elsewhere at this moment')
    await takeTotpStep(sql, id, step)
    return { codes: await renewRecoveryCodes(sql, id), token: await renewSession(sql, sessionHash) }
  },
  action: 'two_factor.enabled',
})

/** Switches the second factor off; answers whether it was on. */
export const disableTotp = accountVerb({
  allow: [],
  password: 'always',
  run: ({ sql }, actor, _nothing: object) => removeTotp(sql, requireUser(actor).id),
  action: 'two_factor.disabled',
  note: (_nothing, wasOn) => (wasOn ? {} : undefined),
})

/** New recovery codes in place of those before. */
export const replaceRecoveryCodes = accountVerb({
  allow: [],
  password: 'always',
  async run({ sql }, actor, _nothing: object) {
    const { id } = requireUser(actor)
    if (!(await findUser(sql, { id }))?.totp_enabled)
      throw conflict('Recovery codes are of use with a second factor only')
    return renewRecoveryCodes(sql, id)
  },
  action: 'two_factor.recovery_codes_renewed',
})

import { text, transaction } from '@matterbase/db'
import { insertAccount, normaliseEmail, recordAudit, takeLink } from '@matterbase/domain'
import type { Db } from '@matterbase/db'
import { z } from 'zod'
import { validationFailed } from '../../http/errors/api-error.ts'
import type { Visitor } from '../../http/browser/visitor.ts'
import { beginSession } from './begin-session.ts'
import type { Begun } from './begin-session.ts'
import { linkExpired } from './open-link.ts'
import type { LinkForm, OpenLink } from './open-link.ts'
import { newPasswordHash } from '../session/password.ts'

// Any number, the same in every process.
const setUpLock = 7_270_231

/** The first account and its owner; of no use once there is an account. */
export async function setUp(db: Db, link: OpenLink, form: LinkForm, visitor: Visitor): Promise<Begun> {
  const email = normaliseEmail(form.email ?? '')
  const name = form.name?.trim() ?? ''
  if (!z.email().safeParse(email).success)
    throw validationFailed([{ field: 'email', code: 'invalid_format', message: 'must be an email address' }])
  if (name === '') throw validationFailed([{ field: 'name', code: 'required', message: 'is required' }])
  const passwordHash = await newPasswordHash('password', form.password, { email, name })
  return transaction(db, async (sql) => {
    await sql.run`SELECT pg_advisory_xact_lock(${setUpLock})`
    const [known] = await sql.rows({ owner_uuid: text })`SELECT owner_uuid::text FROM accounts LIMIT 1`
    if (known || !(await takeLink(sql, link.token))) throw linkExpired()
    const { ownerUuid, userId } = await insertAccount(sql, { email, name, passwordHash })
    await recordAudit(sql, { ownerUuid, userId, actor: email, action: 'account.created', target: name, ...visitor })
    return beginSession(sql, { id: userId, email, totp_enabled: false }, ownerUuid, visitor)
  })
}

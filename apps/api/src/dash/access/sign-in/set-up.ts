import { transaction } from '@matterbase/db'
import type { Db } from '@matterbase/db'
import { normaliseEmail, setUp as open } from '@matterbase/domain'
import type { Begun, Visitor } from '@matterbase/domain'
import { isEmailAddress } from '@matterbase/schemas'
import { validationFailed } from '../../../http/errors/api-error.ts'
import type { LinkForm, OpenLink } from './open-link.ts'
import { newPasswordHash } from '../session/password.ts'

/** The first account and its owner; of no use once there is an account. */
export async function setUp(db: Db, link: OpenLink, form: LinkForm, visitor: Visitor): Promise<Begun> {
  const email = normaliseEmail(form.email ?? '')
  const name = form.name?.trim() ?? ''
  if (!isEmailAddress(email) || email.length > 254)
    throw validationFailed([{ field: 'email', code: 'invalid_format', message: 'must be an email address' }])
  if (name === '') throw validationFailed([{ field: 'name', code: 'required', message: 'is required' }])
  const passwordHash = await newPasswordHash('password', form.password, { email, name })
  return transaction(db, (sql) => open({ sql }, link.token, { email, name, passwordHash }, visitor))
}

import { requireRecentPassword } from '@matterbase/domain'
import type { Operation } from '@matterbase/schemas'
import type { Caller } from './caller.ts'

/** @throws RefusedError password_needed when the operation asks a member for the password again. */
export function requirePassword({ password }: Operation<string>, caller: Caller, body: object): void {
  if (!password || (password.when === 'in live' && caller.environment !== 'live')) return
  const sent = new Set(Object.entries(body).flatMap(([name, value]) => (value === undefined ? [] : [name])))
  if (!password.fields || password.fields.some((field) => sent.has(field))) requireRecentPassword(caller)
}

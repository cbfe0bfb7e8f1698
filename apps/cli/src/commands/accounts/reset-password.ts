import { makeResetLink } from '@matterbase/domain'
import type { Command } from '../../command.ts'
import { withDatabase } from '../../database.ts'
import { oneOf } from '../../one-of.ts'
import { publicUrlOf } from '../../reach.ts'

export const accountsResetPassword: Command = {
  name: 'accounts reset-password',
  summary: 'Prints a link that sets a new password. It works once, for 30 minutes.',
  usage: '--account EMAIL [--second-factor keep|remove]',
  options: {
    account: 'the email address that signs in',
    'second-factor':
      'keep (default), or remove two-factor authentication, for a member who lost phone and recovery codes',
  },
  required: ['account'],
  positionals: [],
  example: 'accounts reset-password --account ada@example.com',
  async run({ env, options }) {
    const factor = oneOf('--second-factor', ['keep', 'remove'], options['second-factor'] ?? 'keep')
    const { url, expires_at } = await withDatabase(env, (db) =>
      makeResetLink(db, {
        email: options['account'] ?? '',
        publicUrl: publicUrlOf(env),
        withoutSecondFactor: factor === 'remove',
      }),
    )
    return { json: { url, expires_at }, text: `${url}\n\nThe link works once, until ${expires_at.toISOString()}.` }
  },
}

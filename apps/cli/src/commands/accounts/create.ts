import { randomBytes } from 'node:crypto'
import { isExposed } from '@matterbase/config'
import { createAccount, exposedMaxTier, makeResetLink } from '@matterbase/domain'
import type { Command } from '../../command.ts'
import { withDatabase } from '../../database.ts'
import { publicUrlOf, reachOf } from '../../reach.ts'
import { readSecretFile, readSecretInput } from '../../secret-file.ts'

export const accountsCreate: Command = {
  name: 'accounts create',
  summary: 'Creates an account with a live and a test workspace. Without a password it prints a link that sets one.',
  usage: '--email EMAIL [--name NAME] [--password-file FILE]',
  options: {
    email: 'the email address that the account signs in with',
    name: 'the name of the account; default: the email address up to its @',
    'password-file':
      'a file with the password, or - for standard input; 10 to 128 characters, not the name, the email address or a common password',
    password: 'not recommended: the password itself, which other users of this machine and its logs can see',
  },
  required: ['email'],
  positionals: [],
  example: 'accounts create --email ada@example.com --name Ada',
  async run({ env, options }) {
    const { email = '', name } = options
    const given = await readPassword(options)
    return withDatabase(env, async (db) => {
      const password = given ?? randomBytes(32).toString('base64url')
      const maxTier = isExposed(reachOf(env)) ? exposedMaxTier : undefined
      const account = await createAccount(db, { email, password, name, maxTier })
      const text = [
        `Account ${account.email} (${account.name}), owner_uuid ${account.owner_uuid}`,
        ...limitNote(account.email, maxTier),
      ].join('\n')
      if (given !== undefined) return { json: account, text }
      const { url, expires_at } = await makeResetLink(db, { email, publicUrl: publicUrlOf(env) })
      return {
        json: { ...account, url, expires_at },
        text: `${text}\nSet the password: ${url}\n\nThe link works once, until ${expires_at.toISOString()}.`,
      }
    })
  },
}

const limitNote = (email: string, maxTier: string | undefined): readonly string[] =>
  maxTier === undefined
    ? []
    : [
        `Its API keys have the rate tier ${maxTier} at most, because other machines can reach this server. To change it: matterbase accounts limits --account ${email} --tier enterprise`,
      ]

/** Undefined when no option gives one. */
async function readPassword(options: Readonly<Record<string, string>>): Promise<string | undefined> {
  const { password, 'password-file': file } = options
  if (file === undefined) return password
  if (password !== undefined)
    throw new Error('--password and --password-file cannot be used together: give only --password-file')
  return file === '-' ? readSecretInput() : readSecretFile('--password-file', file)
}

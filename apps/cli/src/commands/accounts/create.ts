import { createAccount } from '@matterbase/domain'
import type { Command } from '../../command.ts'
import { withDatabase } from '../../database.ts'

export const accountsCreate: Command = {
  name: 'accounts create',
  summary: 'Makes an account, with a live and a test workspace.',
  usage: '--email E --password P [--name N]',
  options: {
    email: 'what the account signs in with',
    password: '10 to 128 characters, not the name, the email or one of the first that are tried',
    name: 'default: the email up to its @',
  },
  required: ['email', 'password'],
  positionals: [],
  example: "accounts create --email ada@example.com --password 'correct horse' --name Ada",
  async run({ env, options: { email = '', password = '', name } }) {
    const account = await withDatabase(env, (db) => createAccount(db, { email, password, name }))
    return { json: account, text: `Account ${account.email} (${account.name}), owner_uuid ${account.owner_uuid}` }
  },
}

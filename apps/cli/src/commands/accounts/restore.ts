import { reopenAccount } from '@matterbase/domain'
import type { Command } from '../../command.ts'
import { withDatabase } from '../../database.ts'

export const accountsRestore: Command = {
  name: 'accounts restore',
  summary: 'Reopens an account that "accounts delete" closed, until its data is deleted.',
  usage: '--account EMAIL',
  options: { account: 'the email address of the account' },
  required: ['account'],
  positionals: [],
  example: 'accounts restore --account ada@example.com',
  async run({ env, options: { account = '' } }) {
    const reopened = await withDatabase(env, (db) => reopenAccount(db, account))
    return {
      json: reopened,
      text: `The account of ${reopened.email} is open again. Its API keys, webhooks and pages work.`,
    }
  },
}

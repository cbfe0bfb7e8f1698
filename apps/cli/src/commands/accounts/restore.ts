import { reopenAccount } from '@matterbase/domain'
import type { Command } from '../../command.ts'
import { withDatabase } from '../../database.ts'

export const accountsRestore: Command = {
  name: 'accounts restore',
  summary: 'Gives an account back that was deleted, as long as its days are not over.',
  usage: '--account E',
  options: { account: 'the email of the account' },
  required: ['account'],
  positionals: [],
  example: 'accounts restore --account ada@example.com',
  async run({ env, options: { account = '' } }) {
    const reopened = await withDatabase(env, (db) => reopenAccount(db, account))
    return {
      json: reopened,
      text: `The account of ${reopened.email} is back: its keys, webhooks and pages work again.`,
    }
  },
}

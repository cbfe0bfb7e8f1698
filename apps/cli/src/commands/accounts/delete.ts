import { closeAccount } from '@matterbase/domain'
import type { Command } from '../../command.ts'
import { withDatabase } from '../../database.ts'

export const accountsDelete: Command = {
  name: 'accounts delete',
  summary: 'Closes an account immediately. The worker deletes all of its data after some days.',
  usage: '--account EMAIL [--days N]',
  options: {
    account: 'the email address of the account',
    days: 'days until the data is deleted, 0 to 365; default 30. "accounts restore" works until then',
  },
  required: ['account'],
  positionals: [],
  example: 'accounts delete --account ada@example.com',
  async run({ env, options: { account = '', days = '30' } }) {
    if (!/^\d{1,3}$/.test(days) || Number(days) > 365)
      throw new Error(`--days must be a whole number from 0 to 365, not "${days}"`)
    const closed = await withDatabase(env, (db) => closeAccount(db, { email: account, days: Number(days) }))
    const until = closed.delete_after.toISOString()
    return {
      json: closed,
      text: `The account of ${closed.email} is closed. Its data is deleted after ${until}. To reopen it before: matterbase accounts restore --account ${closed.email}`,
    }
  },
}

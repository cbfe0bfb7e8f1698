import { closeAccount } from '@matterbase/domain'
import type { Command } from '../../command.ts'
import { withDatabase } from '../../database.ts'

export const accountsDelete: Command = {
  name: 'accounts delete',
  summary: 'Ends all access to an account at once; the worker deletes everything of it when the days are over.',
  usage: '--account E [--days N]',
  options: {
    account: 'the email of the account',
    days: 'how long "accounts restore" can give it back, 0 to 365; default 30',
  },
  required: ['account'],
  positionals: [],
  example: 'accounts delete --account ada@example.com',
  async run({ env, options: { account = '', days = '30' } }) {
    if (!/^\d{1,3}$/.test(days) || Number(days) > 365) throw new Error('--days must be a whole number from 0 to 365')
    const closed = await withDatabase(env, (db) => closeAccount(db, { email: account, days: Number(days) }))
    const until = closed.delete_after.toISOString()
    return {
      json: closed,
      text: `The account of ${closed.email} is closed. It is deleted after ${until}; until then: matterbase accounts restore --account ${closed.email}`,
    }
  },
}

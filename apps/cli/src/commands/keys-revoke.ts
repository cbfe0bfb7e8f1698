import { revokeKey } from '@matterbase/domain'
import type { Command } from '../command.ts'
import { withDatabase } from '../database.ts'

export const keysRevoke: Command = {
  name: 'keys revoke',
  summary: 'Revokes a key: it is refused from then on.',
  usage: 'ID --account E',
  options: { account: 'the email of the account' },
  required: ['account'],
  positionals: ['ID'],
  example: 'keys revoke 7 --account ada@example.com',
  async run({ env, options: { account = '' }, positionals: [id = ''] }) {
    if (!/^\d{1,9}$/.test(id)) throw new Error(`"${id}" is not the id of a key; see matterbase keys list --help`)
    const revoked = await withDatabase(env, (db) => revokeKey(db, { email: account, id: Number(id) }))
    return { json: revoked, text: `Key ${revoked.id} is revoked since ${revoked.revoked_at.toISOString()}` }
  },
}

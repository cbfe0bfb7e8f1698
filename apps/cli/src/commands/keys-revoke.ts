import { findWorkspaceOfKey, revokeKey, systemActor, write } from '@matterbase/domain'
import type { Command } from '../command.ts'
import { withDatabase } from '../database.ts'

export const keysRevoke: Command = {
  name: 'keys revoke',
  summary: 'Revokes an API key. Requests with it are refused immediately.',
  usage: 'ID --account EMAIL',
  options: { account: 'the email address of the account' },
  required: ['account'],
  positionals: ['ID'],
  example: 'keys revoke 7 --account ada@example.com',
  async run({ env, options: { account = '' }, positionals: [id = ''] }) {
    if (!/^\d{1,9}$/.test(id)) throw new Error(`"${id}" is not the ID of an API key. Find it with matterbase keys list`)
    const revokedAt = await withDatabase(env, async (db) => {
      const actor = systemActor(await findWorkspaceOfKey(db, account, Number(id)))
      return (await write(db, actor.workspaceId, (tx) => revokeKey(tx, actor, Number(id)))).revokedAt
    })
    return {
      json: { id: Number(id), revoked_at: revokedAt },
      text: `API key ${id} is revoked since ${revokedAt.toISOString()}`,
    }
  },
}

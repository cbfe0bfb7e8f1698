import { listKeys } from '@matterbase/domain'
import type { ListedKey } from '@matterbase/domain'
import type { Command } from '../command.ts'
import { withDatabase } from '../database.ts'

export const keysList: Command = {
  name: 'keys list',
  summary: 'Lists the API keys of an account, including revoked ones.',
  usage: '--account EMAIL',
  options: { account: 'the email address of the account' },
  required: ['account'],
  positionals: [],
  example: 'keys list --account ada@example.com',
  async run({ env, options: { account = '' } }) {
    const keys = await withDatabase(env, (db) => listKeys(db, account))
    return {
      json: keys,
      text:
        keys.length > 0
          ? keys.map(describe).join('\n')
          : 'This account has no API keys. Create one with matterbase keys create.',
    }
  },
}

function describe({
  id,
  name,
  environment,
  rate_tier,
  scopes,
  created_by,
  last_used_at,
  revoked_at,
}: ListedKey): string {
  const state = revoked_at
    ? `revoked ${revoked_at.toISOString()}`
    : `last used ${last_used_at?.toISOString() ?? 'never'}`
  const by = created_by ? `  by ${created_by.email}` : ''
  return `${id}  ${name}  ${environment}  ${rate_tier}  ${state}${by}  ${scopes.join(',')}`
}

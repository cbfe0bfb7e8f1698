import { RateTier } from '@matterbase/db'
import { createKey } from '@matterbase/domain'
import { scopes as allScopes } from '@matterbase/schemas'
import { oneOf } from '../one-of.ts'
import type { Command } from '../command.ts'
import { inWorkspace } from '../in-workspace.ts'

export const keysCreate: Command = {
  name: 'keys create',
  summary: 'Makes an API key and shows it, this once.',
  usage: '--account E --name N [--environment live|test] [--tier free|pro|enterprise] [--scopes all|a,b]',
  options: {
    account: 'the email of the account',
    name: 'what the key is for',
    environment: 'live (default) or test: the workspace it opens',
    tier: 'free (default), pro or enterprise: its rate limit',
    scopes: `all (default), or some of ${allScopes.join(', ')}`,
  },
  required: ['account', 'name'],
  positionals: [],
  example: 'keys create --account ada@example.com --name crm --scopes matters:read,matters:write',
  async run({ env, options }) {
    const { name = '', scopes = 'all' } = options
    const tier = oneOf('--tier', Object.values(RateTier), options.tier ?? 'free')
    const list = scopes === 'all' ? allScopes : scopes.split(',').map((scope) => scope.trim())
    const key = await inWorkspace(env, options, (tx, actor) => createKey(tx, actor, { name, tier, scopes: list }))
    const text = `${key.key}\n\nKey ${key.id} (${key.name}), ${key.environment}, ${key.rate_tier}: ${key.scopes.join(', ')}. It is shown only now.`
    return { json: key, text }
  },
}

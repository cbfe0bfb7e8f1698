import { RateTier } from '@matterbase/db'
import { createKey, listMembers } from '@matterbase/domain'
import type { Actor, Tx } from '@matterbase/domain'
import { scopes as allScopes } from '@matterbase/schemas'
import { oneOf } from '../one-of.ts'
import type { Command } from '../command.ts'
import { inWorkspace } from '../in-workspace.ts'

export const keysCreate: Command = {
  name: 'keys create',
  summary: 'Creates an API key and prints it. It cannot be shown again.',
  usage:
    '--account EMAIL --name NAME [--environment live|test] [--tier free|pro|enterprise] [--scopes all|a,b] [--acts-for EMAIL]',
  options: {
    account: 'the email address of the account',
    name: 'what the API key is for',
    environment: 'the workspace that the API key reads and writes: live (default) or test',
    tier: 'its rate tier: free (default), pro or enterprise',
    scopes: `all (default), or a comma-separated list of ${allScopes.join(', ')}`,
    'acts-for': 'the email address of the member whose time it records, unless a request names another',
  },
  required: ['account', 'name'],
  positionals: [],
  example: 'keys create --account ada@example.com --name crm --scopes matters:read,matters:write',
  async run({ env, options }) {
    const { name = '', scopes = 'all' } = options
    const tier = oneOf('--tier', Object.values(RateTier), options.tier ?? 'free')
    const list = scopes === 'all' ? allScopes : scopes.split(',').map((scope) => scope.trim())
    const key = await inWorkspace(env, options, async (tx, actor) => {
      const actsFor = await memberOf(tx, actor, options['acts-for'])
      return createKey(tx, actor, { name, tier, scopes: list, actsFor })
    })
    const text = `${key.key}\n\nAPI key ${key.id} (${key.name}), ${key.environment}, ${key.rate_tier}: ${key.scopes.join(', ')}. Copy it now. It cannot be shown again.`
    return { json: key, text }
  },
}

/** @throws Error when the account has no such member. */
async function memberOf({ sql }: Tx, { ownerUuid }: Actor, email: string | undefined): Promise<string | null> {
  if (email === undefined) return null
  const members = await listMembers(sql, ownerUuid)
  const member = members.find((one) => one.email.toLowerCase() === email.trim().toLowerCase())
  if (member) return member.id
  throw new Error(
    `--acts-for: the account has no member ${email}. Its members are ${members.map((one) => one.email).join(', ')}`,
  )
}

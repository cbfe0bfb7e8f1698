import { endpointSecretContext } from '@matterbase/db'
import type { Sealer } from '@matterbase/db'
import type { Attempt } from './attempt.ts'
import type { SigningKeys } from './message.ts'
import { toSigningKey } from './sign.ts'
import type { SigningKey } from './sign.ts'

const cacheSize = 2_000

/**
 * Opens the secrets of endpoints, and remembers the last ones.
 *
 * @throws Error when a secret was sealed with a key that is not there any more.
 */
export function createSecrets(sealer: Sealer): (attempt: Attempt) => SigningKeys {
  const cache = new Map<string, SigningKey>()
  const open = (sealed: string, context: string) => {
    const name = `${context} ${sealed}`
    const known = cache.get(name)
    if (known) return known
    const key = toSigningKey(sealer.open(Buffer.from(sealed, 'base64'), context))
    const [oldest] = cache.keys()
    if (cache.size >= cacheSize && oldest !== undefined) cache.delete(oldest)
    cache.set(name, key)
    return key
  }
  return ({ workspace_id, endpoint_id, secret, previous_secret }) => {
    const context = endpointSecretContext(workspace_id, endpoint_id)
    return {
      current: open(secret, context),
      previous: previous_secret === null ? null : open(previous_secret, `${context}/previous`),
    }
  }
}

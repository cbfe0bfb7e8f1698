import { endpointSecretContext } from '@matterbase/db'
import type { Sealer } from '@matterbase/db'
import { toSigningKey } from '@matterbase/jobs'
import type { SigningKey, SigningKeys } from '@matterbase/jobs'
import type { Attempt } from '../deliveries/attempts.ts'
import { createCache } from '../runtime/cache.ts'

const cacheSize = 2_000

/**
 * Opens the secrets of endpoints, and remembers the last ones.
 *
 * @throws Error when a secret was sealed with a key that is not there any more.
 */
export function createSecrets(sealer: Sealer): (attempt: Attempt) => SigningKeys {
  const keyOf = createCache<SigningKey>(cacheSize)
  const open = (sealed: string, context: string) =>
    keyOf(`${context} ${sealed}`, () => toSigningKey(sealer.open(Buffer.from(sealed, 'base64'), context)))
  return ({ workspace_id, endpoint_id, secret, previous_secret }) => {
    const context = endpointSecretContext(workspace_id, endpoint_id)
    return {
      current: open(secret, context),
      previous: previous_secret === null ? null : open(previous_secret, `${context}/previous`),
    }
  }
}

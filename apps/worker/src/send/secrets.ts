import { endpointSecretContext } from '@matterbase/db'
import type { Sealer } from '@matterbase/db'
import { toSigningKey } from '@matterbase/jobs'
import type { SigningKey, SigningKeys } from '@matterbase/jobs'
import { LRUCache } from 'lru-cache'
import type { Attempt } from '../deliveries/attempts.ts'

/**
 * Decrypts the secrets of endpoints, and caches the signing keys.
 *
 * @throws Error when the encryption key of a secret is missing.
 */
export function createSecrets(sealer: Sealer): (attempt: Attempt) => SigningKeys {
  const keys = new LRUCache<string, SigningKey>({ max: 2_000 })
  const open = (sealed: string, context: string) => {
    const name = `${context} ${sealed}`
    const key = keys.get(name) ?? toSigningKey(sealer.open(Buffer.from(sealed, 'base64'), context))
    keys.set(name, key)
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
